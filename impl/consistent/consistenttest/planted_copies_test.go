package consistenttest

import (
	"slices"
	"testing"

	"hashlab/impl/consistent"
)

// plainCopier is the plain ring that can be copied, with a fault in how.
type plainCopier struct {
	*plainRing
	history int // of changes, for a mapping that must not depend on it
}

func (c *plainCopier) Copy() consistent.Locator {
	r := *c.plainRing
	if c.fault != "copy shares points" {
		r.points = slices.Clone(c.points)
	}
	if c.fault == "copy loses a node" && len(r.nodes) > 1 {
		r.nodes = r.nodes[:len(r.nodes)-1]
	}
	return &plainCopier{&r, c.history}
}

// Add with the fault writes into the points that copies share.
func (c *plainCopier) Add(id string, weight float64) error {
	err := c.plainRing.Add(id, weight)
	c.history++
	if err == nil && c.fault == "copy shares points" && len(c.points) > 0 {
		for i := range c.points {
			c.points[i].hash += 1 << 62
		}
	}
	return err
}

func (c *plainCopier) Remove(id string) error {
	if c.fault == "copy shares points" {
		for i := range c.points {
			c.points[i].hash += 1 << 61
		}
	}
	c.history++
	return c.plainRing.Remove(id)
}

// Locate with the fault depends on how often nodes were changed.
func (c *plainCopier) Locate(h uint64) int32 {
	at := c.plainRing.Locate(h)
	if c.fault == "depends on the number of changes" && c.history%4 >= 2 && at > 0 {
		at--
	}
	return at
}

func copierEntry(f fault) consistent.Entry {
	e := plainEntry(f)
	e.New = func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
		l, err := newPlainRing(f, o, nodes)
		if err != nil {
			return nil, err
		}
		return &plainCopier{plainRing: l.(*plainRing)}, nil
	}
	return e
}

func TestPlantedCopyFaults(t *testing.T) {
	for _, test := range []struct {
		fault fault
		check string
	}{
		{"copy shares points", "copies-independent"},
		{"copy loses a node", "copies-independent"},
		{"copy loses a node", "concurrent-changes"},
		{"ghost stays", "concurrent-changes"},
		{"depends on the number of changes", "concurrent-changes"},
	} {
		t.Run(string(test.fault)+"/"+test.check, func(t *testing.T) { wantCaught(t, copierEntry(test.fault), test.check) })
	}
	for _, check := range []string{"copies-independent", "concurrent-changes"} {
		t.Run("none/"+check, func(t *testing.T) { wantPassed(t, copierEntry(""), check) })
	}
}

// TestHistoryReplaysIsHeld: a mapping that differs from build to build, or between building at once and by changes, is
// not a function of its history.
func TestHistoryReplaysIsHeld(t *testing.T) {
	for _, f := range []fault{"each build differs", "depends on the number of changes"} {
		e := copierEntry(f)
		e.HistoryBound = true
		wantCaught(t, e, "history-replays")
	}
	e := copierEntry("")
	e.HistoryBound = true
	wantPassed(t, e, "history-replays")
}
