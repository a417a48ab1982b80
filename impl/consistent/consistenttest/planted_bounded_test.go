package consistenttest

import (
	"fmt"
	"slices"
	"testing"

	"hashlab/impl/consistent"
)

// plainBounded is the plain ring with bounded loads, as plainly as can be, and one planted fault or none.
type plainBounded struct {
	*plainRing
	slack float64
	loads map[string]int64
	borne int64
}

func newPlainBounded(f fault, o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
	if err := o.CheckBounded(); err != nil && f != "slack unchecked" {
		return nil, err
	}
	b := &plainBounded{slack: 0.25, loads: map[string]int64{}}
	if o.Slack != 0 {
		b.slack = o.Slack
	}
	o.Slack = 0
	r, err := newPlainRing(f, o, nodes)
	if err != nil {
		return nil, err
	}
	b.plainRing = r.(*plainRing)
	return b, nil
}

func (b *plainBounded) hasRoom(n consistent.Node) bool {
	total, borne := 0.0, float64(b.borne+1)
	for _, n := range b.nodes {
		total += n.Weight
	}
	switch b.fault {
	case "bound ignored":
		return true
	case "bound without weights":
		return float64(b.loads[n.ID]) < (1+b.slack)*borne/float64(len(b.nodes))
	case "bound one too high":
		borne += float64(len(b.nodes))
	}
	return float64(b.loads[n.ID]) < (1+b.slack)*borne*n.Weight/total
}

func (b *plainBounded) Locate(h uint64) int32 {
	at := b.at(h)
	for turn := range b.points {
		node := b.number(b.points[(at+turn)%len(b.points)].id)
		if b.hasRoom(b.nodes[node]) {
			return node
		}
	}
	return -1
}

func (b *plainBounded) LocateN(dst []int32, h uint64) int {
	n := b.plainRing.LocateN(dst, h)
	if n == 0 || b.fault == "replicas ignore loads" {
		return n
	}
	node := b.Locate(h)
	at := slices.Index(dst[:n], node)
	if at < 0 {
		at = n - 1
	}
	copy(dst[1:at+1], dst[:at])
	dst[0] = node
	return n
}

func (b *plainBounded) LocateAll(dst []int32, hs []uint64) {
	if b.fault == "bulk ignores loads" {
		b.plainRing.LocateAll(dst, hs)
		return
	}
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = b.Locate(h)
	}
}

func (b *plainBounded) Acquire(h uint64) int32 {
	node := b.Locate(h)
	if b.fault == "goes elsewhere" && b.borne%100 == 99 {
		node = (node + 1) % int32(len(b.nodes))
	}
	if node >= 0 {
		b.loads[b.nodes[node].ID]++
		b.borne++
	}
	return node
}

func (b *plainBounded) Release(node int32) error {
	if node < 0 || int(node) >= len(b.nodes) || b.loads[b.nodes[node].ID] == 0 && b.fault != "load below zero" {
		return fmt.Errorf("%w: number %d", consistent.ErrUnknown, node)
	}
	if b.fault != "release forgets" || b.borne%2 == 0 {
		b.loads[b.nodes[node].ID]--
	}
	b.borne--
	return nil
}

func (b *plainBounded) Loads() []int64 {
	loads := make([]int64, len(b.nodes))
	for at, n := range b.nodes {
		loads[at] = b.loads[n.ID]
	}
	if b.fault == "loads out of order" {
		slices.Reverse(loads)
	}
	return loads
}

func (b *plainBounded) Remove(id string) error {
	if err := b.plainRing.Remove(id); err != nil {
		return err
	}
	if b.fault != "load stays" {
		b.borne -= b.loads[id]
		delete(b.loads, id)
	}
	return nil
}

func boundedEntry(f fault) consistent.Entry {
	e := plainEntry(f)
	e.Bounded, e.HistoryBound, e.Monotone = true, true, false
	e.New = func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
		return newPlainBounded(f, o, nodes)
	}
	return e
}

func TestPlantedBoundedFaults(t *testing.T) {
	for _, test := range []struct {
		fault fault
		check string
	}{
		{"bound ignored", "bounded-load"},
		{"bound without weights", "bounded-load"},
		{"bound one too high", "bounded-load"},
		{"goes elsewhere", "bounded-load"},
		{"release forgets", "bounded-load"},
		{"bulk ignores loads", "bounded-load"},
		{"replicas ignore loads", "bounded-load"},
		{"load below zero", "release-restores"},
		{"loads out of order", "loads-follow-nodes"},
		{"load stays", "loads-follow-nodes"},
		{"slack unchecked", "refuses-bad-options"},
	} {
		t.Run(string(test.fault)+"/"+test.check, func(t *testing.T) {
			wantCaught(t, boundedEntry(test.fault), test.check)
		})
	}
	for _, check := range []string{"bounded-load", "release-restores", "loads-follow-nodes", "refuses-bad-options", "history-replays"} {
		t.Run("none/"+check, func(t *testing.T) { wantPassed(t, boundedEntry(""), check) })
	}
	e := boundedEntry("")
	e.Bounded = false
	wantCaught(t, e, "bound-declared")
	e = plainEntry("")
	e.Bounded = true
	wantCaught(t, e, "bounded-load")
	wantCaught(t, plainEntry("options unchecked"), "refuses-bad-options")
}

// wantPassed fails t where check fails for e.
func wantPassed(t *testing.T, e consistent.Entry, check string) {
	t.Helper()
	for _, c := range Checks(e) {
		if c.Name == check {
			if err := c.Run(); err != nil {
				t.Error(err)
			}
			return
		}
	}
	t.Errorf("there is no check %q", check)
}
