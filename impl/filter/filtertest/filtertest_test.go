package filtertest

import (
	"math"
	"strings"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

func entry(fault string) filter.Entry {
	meta := registry.Meta{Name: "toy", Doc: "toy", Source: "toy", Pinned: toyPinned}
	return filter.Entry{Meta: meta, New: newToy(fault)}
}

func TestSoundFilterPasses(t *testing.T) {
	if err := Run(entry(""), testing.AllocsPerRun); err != nil {
		t.Error(err)
	}
}

// Every planted fault turns the check that is named beside it red.
func TestPlantedFaults(t *testing.T) {
	for fault, check := range map[string]string{
		"loses the 1900th key":         "no-false-negatives",
		"always yes":                   "empty-says-no",
		"bulk add misses the last":     "bulk-equals-single",
		"bulk look-up misses the last": "bulk-equals-single",
		"bulk writes past the end":     "bulk-equals-single",
		"bulk takes a short dst":       "bulk-equals-single",
		"count is one off":             "bulk-equals-single",
		"adding again toggles":         "add-twice",
		"loses a key when full":        "refusal-loses-nothing",
		"panics on NaN":                "refuses-bad-spec",
		"takes a rate of 1":            "refuses-bad-spec",
		"allocates before it refuses":  "refuses-bad-spec",
		"params lack n":                "params-honest",
		"bytes are bits":               "params-honest",
		"neither filter nor error":     "params-honest",
		"removal clears":               "delete-restores",
		"removes what is not there":    "delete-restores",
		"look-ups wear out":            "concurrent-lookups",
		"misses the last position":     "positions-cover",
		"uses half of the positions":   "positions-cover",
		"count allocates":              "no-allocation",
	} {
		t.Run(strings.ReplaceAll(fault, " ", "-"), func(t *testing.T) {
			err := Run(entry(fault), testing.AllocsPerRun)
			if err == nil || !strings.Contains(err.Error(), "toy: "+check+": ") {
				t.Errorf("got %v, want a failure of %s", err, check)
			}
		})
	}
}

func TestPinnedAnswerIsHeld(t *testing.T) {
	e := entry("")
	e.Pinned++
	if err := Run(e, testing.AllocsPerRun); err == nil || !strings.Contains(err.Error(), "pinned-answer") {
		t.Errorf("got %v, want a failure of pinned-answer", err)
	}
}

func TestFilterThatCannotBeBuilt(t *testing.T) {
	e := entry("")
	e.New = func(filter.Spec) (filter.Mutable, error) { return nil, filter.ErrSpec }
	if err := Run(e, testing.AllocsPerRun); err == nil || !strings.Contains(err.Error(), "builds") {
		t.Errorf("got %v, want a failure of builds", err)
	}
}

// static is a toy that is built from all its keys, and refuses none.
type static struct{ filter.Filter }

func TestStaticFilter(t *testing.T) {
	build := func(s filter.Spec, hs []uint64) (filter.Filter, error) {
		f, err := newToy("")(s)
		if err != nil {
			return nil, err
		}
		f.AddAll(hs)
		return static{f}, nil
	}
	e := filter.Entry{Meta: registry.Meta{Name: "toy", Traits: registry.Traits{Random: true}}, Build: build}
	if err := Run(e, testing.AllocsPerRun); err != nil {
		t.Error(err)
	}
	e.Build = func(s filter.Spec, hs []uint64) (filter.Filter, error) { return build(s, hs[:len(hs)/2]) }
	if err := Run(e, testing.AllocsPerRun); err == nil || !strings.Contains(err.Error(), "no-false-negatives") {
		t.Errorf("got %v, want a failure of no-false-negatives", err)
	}
}

// A keyed filter is run twice, and a fault of its replaced hash alone is found.
func TestKeyedVariants(t *testing.T) {
	e := filter.Entry{Meta: registry.Meta{Name: "toy", Traits: registry.Traits{Random: true}}}
	e.NewKeyed = func(s filter.Spec, h hash.Hash) (filter.MutableKeyFilter, error) {
		fault := ""
		if h != nil {
			fault = "misses the last position"
		}
		f, err := newToy(fault)(s)
		if err != nil {
			return nil, err
		}
		return filter.JoinMutable(f, testHash{0}), nil
	}
	// Join hides the fill ratio: without it the fault passes, and so does the whole suite.
	if err := registry.Hold(e.Meta, Checks(e)); err != nil {
		t.Error(err)
	}
	broken := e.NewKeyed
	e.NewKeyed = func(s filter.Spec, h hash.Hash) (filter.MutableKeyFilter, error) {
		f, err := broken(s, h)
		if err != nil {
			return nil, err
		}
		return withFill{f, h != nil}, nil
	}
	err := registry.Hold(e.Meta, Checks(e))
	if err == nil || !strings.Contains(err.Error(), "positions-cover: with a replaced hash: ") {
		t.Errorf("got %v, want a failure of positions-cover with a replaced hash", err)
	}
}

// withFill is a filter on keys that claims a fill ratio: 1 less what a fault takes.
type withFill struct {
	filter.MutableKeyFilter
	fault bool
}

func (f withFill) FillRatio() float64 {
	if f.fault {
		return 0.5
	}
	_, hit := reach(f.Params())
	if f.Params().N == 50 {
		return 1
	}
	return -math.Expm1(20_000 * math.Log1p(-hit))
}

func TestReach(t *testing.T) {
	for name, c := range map[string]struct {
		params         filter.Params
		positions, hit float64
	}{
		"classic":           {filter.Params{M: 2, K: 2}, 2, 0.75},
		"counting":          {filter.Params{M: 8, K: 1, CounterBits: 4}, 2, 0.5},
		"blocked":           {filter.Params{M: 8, K: 2, BlockBits: 2}, 8, 0.75 / 4},
		"counting, blocked": {filter.Params{M: 16, K: 2, BlockBits: 8, CounterBits: 4}, 4, 0.75 / 2},
		"split":             {filter.Params{M: 512, K: 8, BlockBits: 256, LaneBits: 32}, 512, 1.0 / 64},
	} {
		positions, hit := reach(c.params)
		if positions != c.positions || math.Abs(hit-c.hit) > 1e-15 {
			t.Errorf("%s: got %v, %v; want %v, %v", name, positions, hit, c.positions, c.hit)
		}
	}
}
