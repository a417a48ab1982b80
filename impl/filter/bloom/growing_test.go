package bloom

import (
	"errors"
	"math"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

func newScalable(t testing.TB, n uint64, fpr float64) *Scalable {
	t.Helper()
	f, err := NewScalable(filter.Spec{N: n, FPR: fpr})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// However many keys of whatever kind come, the rate that the set bits imply stays below the target: stage by stage, and
// in all.
func TestScalableKeepsItsTarget(t *testing.T) {
	for _, n := range []uint64{1, 10, 1000} {
		for _, fpr := range []float64{0.5, 0.01, 1e-6} {
			f := newScalable(t, n, fpr)
			for key := range uint64(20_000) {
				f.Add(hash.Fmix64(key + 1))
				if key&(key+1) != 0 {
					continue
				}
				missed := 1.0
				for i := range f.stages {
					s := &f.stages[i]
					rate := math.Pow(s.FillRatio(), float64(s.k))
					if most := fpr * 0.15 * math.Pow(0.85, float64(i)); rate > most*(1+1e-12) {
						t.Fatalf("n=%d,fpr=%v, %d keys: stage %d has the rate %v, above %v", n, fpr, key+1, i, rate, most)
					}
					if s.ones != s.words.ones() || s.ones > s.limit {
						t.Fatalf("n=%d,fpr=%v, %d keys: stage %d counts %d bits of at most %d, %d are set", n, fpr, key+1, i, s.ones, s.limit, s.words.ones())
					}
					missed *= 1 - rate
				}
				if 1-missed > fpr {
					t.Fatalf("n=%d,fpr=%v, %d keys: the rate is %v", n, fpr, key+1, 1-missed)
				}
			}
		}
	}
}

// A stage takes about the keys that it is meant for, and no key that is there already makes the filter grow.
func TestScalableStages(t *testing.T) {
	const n = 1000
	f := newScalable(t, n, 0.01)
	for stage, first := 0, uint64(0); stage < 6; stage++ {
		last := first + n<<stage
		for key := first; key < last-last/50; key++ { // a stage may be full 2 % early
			f.Add(hash.Fmix64(key + 1))
		}
		if got := len(f.stages); got != stage+1 {
			t.Fatalf("%d keys: got %d stages, want %d", last-last/50, got, stage+1)
		}
		for key := last - last/50; key < last+last/50; key++ {
			f.Add(hash.Fmix64(key + 1))
		}
		if got := len(f.stages); got != stage+2 {
			t.Fatalf("%d keys: got %d stages, want %d", last+last/50, got, stage+2)
		}
		before := f.Params()
		for key := range last {
			f.Add(hash.Fmix64(key + 1))
		}
		if f.Params() != before {
			t.Fatalf("adding %d keys again makes %+v of %+v", last, f.Params(), before)
		}
		first = last
	}
}

// The stages' probes have nothing to do with each other: a salt that is lost would put a key in the same places, scaled.
func TestScalableStagesDiffer(t *testing.T) {
	f := newScalable(t, 100, 0.5)
	for key := uint64(1); len(f.stages) < 8; key++ {
		f.Add(hash.Fmix64(key))
	}
	salts := map[uint64]bool{}
	for i := range f.stages {
		salts[f.stages[i].salt] = true
	}
	if len(salts) != len(f.stages) {
		t.Errorf("%d stages have %d salts", len(f.stages), len(salts))
	}
}

// A filter that may not grow further refuses the key and loses nothing.
func TestScalableRefusesWhenItCannotGrow(t *testing.T) {
	f := newScalable(t, 10, 0.01)
	for key := range uint64(5) {
		f.Add(hash.Fmix64(key + 1))
	}
	f.params.M = filter.MaxM // as if earlier stages had taken it
	f.stages[0].limit = f.stages[0].ones
	if f.Add(hash.Fmix64(99)) || f.AddAll([]uint64{hash.Fmix64(1), hash.Fmix64(99)}) != 1 {
		t.Error("a key is taken for which there is no room")
	}
	for key := range uint64(5) {
		if !f.Contains(hash.Fmix64(key + 1)) {
			t.Errorf("key %d is lost", key)
		}
	}
}

// The last n new keys are always found, whatever came between, and what is 2n new keys old is gone but for the rate.
func TestStableHoldsTheLastKeys(t *testing.T) {
	for _, n := range []uint64{1, 2, 7, 100} {
		f, err := NewStable(filter.Spec{N: n, FPR: 0.01})
		if err != nil {
			t.Fatal(err)
		}
		for key := range 20 * n {
			f.Add(hash.Fmix64(key + 1))
			f.Add(hash.Fmix64(key/2 + 1))                                // an old key again, which must not drive out others before their time
			for back := uint64(0); 2*back+1 < n && back <= key; back++ { // 2 back + 1 keys came since
				if !f.Contains(hash.Fmix64(key - back + 1)) {
					t.Fatalf("n=%d: %d keys after it was added, key %d is not found", n, back, key-back)
				}
			}
		}
	}
	const n = 10_000
	f, err := NewStable(filter.Spec{N: n, FPR: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	hs := make([]uint64, 5*n)
	for i := range hs {
		hs[i] = hash.Fmix64(uint64(i) + 1)
	}
	f.AddAll(hs)
	if got := f.Count(hs[4*n:]); got != n {
		t.Errorf("%d of the last %d keys are found", got, n)
	}
	// 30,000 keys at a rate of at most 0.01: more than 420 come with a probability below 1e-10.
	if got := f.Count(hs[:3*n-200]); got > 420 {
		t.Errorf("%d of %d forgotten keys are found", got, 3*n-200)
	}
}

// A key that is added again and again does not age the filter.
func TestStableCountsNewKeysOnly(t *testing.T) {
	f, err := NewStable(filter.Spec{N: 100, FPR: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	for key := range uint64(50) {
		f.Add(hash.Fmix64(key + 1))
	}
	for range 1000 {
		f.Add(hash.Fmix64(7))
	}
	if f.count != 50 {
		t.Errorf("the young filter counts %d keys, want 50", f.count)
	}
}

func TestGrowingFiltersRefuse(t *testing.T) {
	for _, s := range []filter.Spec{{N: 100}, {FPR: 0.1}, {N: 100, FPR: 0.1, K: 3}, {N: 100, FPR: 0.1, M: 1000}, {M: 1000, K: 3}, {N: 1 << 40, FPR: 0.01}} {
		if f, err := NewScalable(s); f != nil || err == nil {
			t.Errorf("scalable: %+v is accepted", s)
		}
		if f, err := NewStable(s); f != nil || err == nil {
			t.Errorf("stable: %+v is accepted", s)
		}
	}
}

// What no scalable filter can have is refused by Restore too, which the envelope does not stand before.
func TestScalableRestoreRefuses(t *testing.T) {
	truth := newScalable(t, 1, 0.5).Params()
	for _, change := range []func(*filter.Params){
		func(p *filter.Params) { p.FPR = 1.5 }, func(p *filter.Params) { p.FPR = math.NaN() }, func(p *filter.Params) { p.FPR = 0 },
		func(p *filter.Params) { p.N = 0 }, func(p *filter.Params) { p.M = 1 }, func(p *filter.Params) { p.K++ },
	} {
		lie := truth
		change(&lie)
		if f, err := restoreScalable(lie, zeros{}); f != nil || !errors.Is(err, filter.ErrFormat) {
			t.Errorf("%+v: got %v, %v; want an error that wraps ErrFormat", lie, f, err)
		}
	}
	if f, err := restoreScalable(truth, zeros{}); err != nil || f.Params() != truth {
		t.Errorf("%+v: got %v, %v", truth, f, err)
	}
}
