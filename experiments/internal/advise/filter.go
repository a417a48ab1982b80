package advise

import (
	"context"
	"errors"
	"fmt"

	"hashlab/experiments/internal/plan"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// A FilterWish says what a filter is wanted for.
type FilterWish struct {
	N         uint64  // distinct keys, 1 … MaxN
	FPR       float64 // the greatest share of absent keys that may pass, in (0, 1)
	HitShare  float64 // share of the queries that are for present keys, in [0, 1]
	MissCost  float64 // ns that an absent key costs which passes, at least 0
	Memory    int64   // bytes at most; 0 = as many as it takes
	Delete    bool    // keys leave again
	Static    bool    // all keys are there from the start, and none comes or leaves
	Growing   bool    // there may be many more than N
	Untrusted bool    // an adversary chooses keys
	Threads   int     // that add and look up at the same time; 0 is 1
	Bulk      bool    // look-ups come many in one call, not one at a time
}

// MaxN bounds N: what is advised is built to know its size.
const MaxN = 100_000_000

// Check returns an error that names the first field out of its domain, or two that contradict each other.
func (w FilterWish) Check() error {
	switch {
	case w.N < 1 || w.N > MaxN:
		return fmt.Errorf("n = %d keys is not in 1 … %d: for more, ask for as many; bits a key and rates hardly change beyond, look-ups do", w.N, MaxN)
	case !(w.FPR >= filter.MinFPR && w.FPR < 1):
		return fmt.Errorf("fpr %v is not in [%g, 1)", w.FPR, filter.MinFPR)
	case !(w.HitShare >= 0 && w.HitShare <= 1):
		return fmt.Errorf("hit share %v is not in [0, 1]", w.HitShare)
	case !(w.MissCost >= 0 && w.MissCost < 1e18):
		return fmt.Errorf("miss cost %v ns is not a time", w.MissCost)
	case w.Memory < 0:
		return fmt.Errorf("memory of %d bytes is negative", w.Memory)
	case w.Threads < 0:
		return fmt.Errorf("%d threads is negative", w.Threads)
	case w.Static && w.Delete, w.Static && w.Growing:
		return errors.New("a static set neither grows nor loses keys: --static contradicts --delete and --growing")
	}
	return nil
}

// A Candidate is a filter that does what is wished, sized.
type Candidate struct {
	Entry  filter.Entry
	Hash   string // "" where it owns its hashing
	Spec   filter.Spec
	Params filter.Params
	Bytes  int64
	FPR    float64 // by its theory
	SD     float64 // of the rate between filters, relative; 0 where it is not known
	Timing Timing
}

// Total returns the cost of a query in ns: the look-up, and the misses that pass.
func (c Candidate) Total(w FilterWish) float64 { return float64(c.Timing.Ns) + c.missing(w) }

func (c Candidate) missing(w FilterWish) float64 { return (1 - w.HitShare) * c.FPR * w.MissCost }

// A FilterAdvice is the answer.
type FilterAdvice struct {
	Wish       FilterWish  // as it was met, which differs where it could not be
	Impossible string      // why the wish could not be met as it was; "" where it is
	Ranked     []Candidate // by total cost, but for the advised, which is first
	Tied       []string    // what costs as much as the advised, within what can be told apart
	TieRule    string      // how it was chosen among those
	Refused    []string    // filters with what they lack
	Basis      string      // where the timings come from
}

// lacks returns what the filter lacks for the wish, whatever its size; "" for nothing.
func lacks(e filter.Entry, w FilterWish) string {
	switch {
	case len(e.Traits.Fails) > 0:
		return "a control"
	case e.Traits.Forgets:
		return "forgets keys"
	case e.Theory == "":
		return "no theory gives its rate"
	case !w.Static && e.Build != nil:
		return "takes all keys at once"
	case w.Untrusted && e.BuiltinHash != "":
		return "hashes with " + e.BuiltinHash + ", without a secret"
	case w.Threads > 1 && !w.Static && !e.Concurrent:
		return "no adding while others look up"
	case !w.Delete && !w.Growing:
		return ""
	}
	f, err := probe(e)
	if err != nil {
		return err.Error()
	}
	if _, ok := f.(filter.DeletableKeyFilter); w.Delete && !ok {
		return "no deletion"
	}
	if w.Growing && f.Params().FPR == 0 {
		return "fills up"
	}
	return ""
}

// probe returns a small filter that e builds.
func probe(e filter.Entry) (filter.KeyFilter, error) {
	target, ok := plan.Nearest(e)
	if !ok {
		return nil, errors.New("meets no rate below one half")
	}
	h, err := plan.OpenHash(plan.FilterHash(e))
	if err != nil {
		return nil, err
	}
	return e.Keyed(filter.Spec{N: 100, FPR: target}, h)
}

// staticN is how many keys a static filter is built of to estimate its size; others are built in their size.
const staticN = 1_000_000

// sized returns the candidate at a target rate, or why it cannot be had. Bytes of a static filter are an estimate
// until exact is called.
func sized(ctx context.Context, e filter.Entry, hashName string, w FilterWish, target float64) (Candidate, error) {
	c := Candidate{Entry: e, Hash: hashName, Spec: filter.Spec{N: w.N, FPR: target}}
	h, err := plan.OpenHash(hashName)
	if err != nil {
		return c, err
	}
	if e.Build == nil {
		f, err := e.Keyed(c.Spec, h)
		if err != nil {
			return c, err
		}
		return c.describe(f, 1)
	}
	n := min(w.N, staticN)
	f, err := e.Build(filter.Spec{N: n, FPR: target}, hashesOf(n))
	if err != nil {
		return c, err
	}
	return c.describe(filter.Join(f, h), float64(w.N)/float64(n))
}

// hashesOf returns n distinct numbers that are as good as hashes.
func hashesOf(n uint64) []uint64 {
	hs := make([]uint64, n)
	for i := range hs {
		hs[i] = hash.Fmix64(uint64(i) + 1)
	}
	return hs
}

// describe notes what f is, times the factor that it is smaller than what is wished.
func (c Candidate) describe(f filter.KeyFilter, factor float64) (Candidate, error) {
	c.Params = f.Params()
	c.Bytes = int64(float64(f.Bytes()) * factor)
	held := uint64(float64(c.Spec.N) / factor)
	fpr, err := plan.TheoryFPR(c.Entry, c.Params, held)
	if err != nil {
		return c, err
	}
	c.FPR = fpr
	if sd := plan.TheoryScatter(c.Entry, c.Params, held); sd.Known() {
		c.SD = float64(sd)
	}
	return c, nil
}

// exact returns the candidate with the size of the thing itself: a static filter is built of as many keys.
func (c Candidate) exact() (Candidate, error) {
	if c.Entry.Build == nil {
		return c, nil
	}
	f, err := c.Entry.Build(c.Spec, hashesOf(c.Spec.N))
	if err != nil {
		return c, err
	}
	h, err := plan.OpenHash(c.Hash)
	if err != nil {
		return c, err
	}
	return c.describe(filter.Join(f, h), 1)
}
