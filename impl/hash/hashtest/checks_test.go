package hashtest

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

func TestInfoCompleteFindsOmissions(t *testing.T) {
	sound := entry(forms{}, nil)
	if err := infoComplete(*sound); err != nil {
		t.Fatalf("a complete entry: %v", err)
	}
	for name, spoil := range map[string]func(*hash.Entry){
		"no name":               func(e *hash.Entry) { e.Name = "" },
		"no doc":                func(e *hash.Entry) { e.Doc = "" },
		"doc of two lines":      func(e *hash.Entry) { e.Doc = "one\ntwo" },
		"no source":             func(e *hash.Entry) { e.Source = "" },
		"module, no licence":    func(e *hash.Entry) { e.Module = "std" },
		"licence, no module":    func(e *hash.Entry) { e.Licence = "MIT" },
		"width 16":              func(e *hash.Entry) { e.Bits = 16 },
		"width 32, not wrapped": func(e *hash.Entry) { e.Bits = 32 },
		"width 64, wrapped":     func(e *hash.Entry) { e.Narrow = e.New },
		"unknown seeds":         func(e *hash.Entry) { e.Seeds = "many" },
		"not stable":            func(e *hash.Entry) { e.Stable = false },
		"random":                func(e *hash.Entry) { e.Traits.Random = true },
		"forgets":               func(e *hash.Entry) { e.Traits.Forgets = true },
		"code, but per process": func(e *hash.Entry) {
			e.Seeds, e.Stable, e.Traits.Random, e.Pinned = hash.SeedPerProcess, false, true, 0
		},
		"no pinned answer": func(e *hash.Entry) { e.Pinned = 0 },
		"another description": func(e *hash.Entry) {
			other := e.Info
			other.Traits.Fails = []string{"spread"}
			e.New = func(seed uint64) (hash.Hash, error) { return &planted{forms{}, &other, seed}, nil }
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := entry(forms{}, nil)
			spoil(e)
			if err := infoComplete(*e); err == nil {
				t.Error("got nil, want an error")
			}
		})
	}
}

// TestChecksOfRandomFunction: what differs from process to process has neither code nor pinned answer.
func TestChecksOfRandomFunction(t *testing.T) {
	e := entry(forms{start: ignoreSeed}, withoutSeed)
	e.Seeds, e.Stable, e.Traits.Random, e.Code, e.Pinned = hash.SeedPerProcess, false, true, 0, 0
	if got := failing(e); got != nil {
		t.Errorf("failing checks: got %q, want none", got)
	}
	for _, c := range Checks(*e) {
		if c.Name == "verification-code" || c.Name == "pinned-answer" {
			t.Errorf("%s is asked of a function that differs from process to process", c.Name)
		}
	}
}

// TestSeedNames: a function must name the seed that it was made from.
func TestSeedNames(t *testing.T) {
	e := entry(forms{}, nil)
	e.New = func(uint64) (hash.Hash, error) { return &planted{forms{}, &e.Info, 0}, nil }
	if err := seedPicks(*e); err == nil {
		t.Error("a function that forgets its seed: got nil, want an error")
	}
}

// TestSpreadLimits recomputes the limits of spread from the false-alarm probability that it states.
func TestSpreadLimits(t *testing.T) {
	const tail, degrees = 1e-9 / 4, 255
	chi := distuv.ChiSquared{K: degrees}
	if got := chi.CDF(tooEven); math.Abs(got/tail-1) > 1e-3 {
		t.Errorf("chance falls below %v with probability %g, want %g", tooEven, got, tail)
	}
	if got := chi.Survival(tooUneven); math.Abs(got/tail-1) > 1e-3 {
		t.Errorf("chance rises above %v with probability %g, want %g", tooUneven, got, tail)
	}
	if got := math.Sqrt((tooUneven - degrees) / float64(spreadKeys)); math.Abs(got-0.050) > 0.0005 {
		t.Errorf("the deviation caught half of the time is %.4f, want 0.050", got)
	}
	if got := tooEven / float64(degrees); math.Abs(got-0.54) > 0.005 {
		t.Errorf("the share of chance's variance is %.3f, want 0.54", got)
	}
}

// TestCode pins the code to the value that SMHasher publishes for FNV-1a with 64 bits (fwojcik/smhasher3,
// rurban/smhasher): the seed is xored into the offset basis.
func TestCode(t *testing.T) {
	e := hash.Entry{Info: hash.Info{Meta: registry.Meta{Name: "fnv"}, Bits: 64, Seeds: hash.Seed64}}
	e.New = func(seed uint64) (hash.Hash, error) {
		return &planted{forms: forms{bytes: func(_ forms, seed uint64, key []byte) uint64 {
			state := 0xcbf29ce484222325 ^ seed
			for _, c := range key {
				state = (state ^ uint64(c)) * 0x100000001b3
			}
			return state
		}}, seed: seed}, nil
	}
	got, err := code(e)
	if want := uint32(0x103455fc); err != nil || got != want {
		t.Errorf("got %#08x, %v, want %#08x", got, err, want)
	}
}
