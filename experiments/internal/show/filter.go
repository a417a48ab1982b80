package show

import (
	"bytes"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"

	"hashlab/experiments/internal/plan"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// FilterRequest asks for the story of a filter.
type FilterRequest struct {
	Filter string // registered name
	Hash   string // registered name; "" for a filter that owns its hashing
	M      uint64 // bits, 1 … MaxBits
	K      int    // probes a key
	Add    []string
	Ask    []string
}

// The bounds of what is drawn.
const (
	MaxBits  = 2048
	MaxSteps = 32 // keys that are added, and as many that are asked for
)

// A FilterStory is what happens to the bits of a filter.
type FilterStory struct {
	Title string
	Note  string // what the reader must know besides; "" for nothing
	M, K  int
	Steps []FilterStep
}

// A FilterStep is one key that is added or asked for.
type FilterStep struct {
	Ask       bool
	Key, Hash string // Hash is "" where it is not known
	Positions []int  // where the probes of the key fall, in ascending order, without repetition
	Before    []bool // bits before the step
	Found     bool   // whether all of Positions were set before
	Present   bool   // whether the key was added before
}

// After returns the bits after the step.
func (s FilterStep) After() []bool {
	after := slices.Clone(s.Before)
	if !s.Ask {
		for _, at := range s.Positions {
			after[at] = true
		}
	}
	return after
}

// TellFilter adds keys to a filter and asks for others. The positions of a key are the bits that it sets in an
// empty filter of the same shape; that they explain the bits of the filter itself and its answers is checked.
func TellFilter(q FilterRequest) (*FilterStory, error) {
	if q.M < 1 || q.M > MaxBits {
		return nil, fmt.Errorf("m = %d bits is not in 1 … %d, what a picture can show", q.M, MaxBits)
	}
	if err := checkTexts("added key", q.Add, MaxSteps); err != nil {
		return nil, err
	}
	if err := checkTexts("asked key", q.Ask, MaxSteps); err != nil {
		return nil, err
	}
	if len(q.Add)+len(q.Ask) == 0 {
		return nil, fmt.Errorf("no key is given to add or to ask for")
	}
	e, err := plan.CheckFilter(q.Filter, q.Hash)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(plainFilters(), e.Name) {
		return nil, notPlain(e.Name)
	}
	h, err := plan.OpenHash(q.Hash)
	if err != nil {
		return nil, err
	}
	return tellFilter(e, h, q)
}

func tellFilter(e filter.Entry, h hash.Hash, q FilterRequest) (*FilterStory, error) {
	open := func() (filter.MutableKeyFilter, error) { return e.Keyed(filter.Spec{M: q.M, K: q.K}, h) }
	f, err := open()
	if err != nil {
		return nil, err
	}
	p := f.Params()
	story := &FilterStory{Title: fmt.Sprintf("%s, m = %s, k = %d, hash %s", e.Name, plural(int(p.M), "bit"), p.K, plan.HashColumn(q.Hash, e.BuiltinHash)),
		M: int(p.M), K: p.K}
	if p.M > MaxBits {
		return nil, fmt.Errorf("filter %s makes %d bits of m = %d: a picture shows %d", e.Name, p.M, q.M, MaxBits)
	}
	positions := func(key string) ([]int, error) {
		alone, err := open()
		if err != nil {
			return nil, err
		}
		if !alone.AddString(key) {
			return nil, fmt.Errorf("filter %s refuses %q", e.Name, key)
		}
		at, err := setBits(e.Name, alone)
		if err == nil && len(at) == 0 {
			return nil, fmt.Errorf("filter %s sets no bit for %q: it cannot be shown", e.Name, key)
		}
		return at, err
	}
	story.tell(q, positions)
	for i, s := range story.Steps {
		if s.Positions == nil {
			_, err := positions(s.Key)
			return nil, err
		}
		if h != nil {
			story.Steps[i].Hash = fmt.Sprintf("%016x", h.String(s.Key))
		}
	}
	return story, story.agrees(e.Name, f)
}

// tell makes the steps. A step whose positions are not known has none, and is the last.
func (t *FilterStory) tell(q FilterRequest, positions func(key string) ([]int, error)) {
	now := make([]bool, t.M)
	for i, key := range slices.Concat(q.Add, q.Ask) {
		at, err := positions(key)
		s := FilterStep{Ask: i >= len(q.Add), Key: key, Positions: at, Before: slices.Clone(now), Found: true}
		s.Present = slices.Contains(q.Add[:min(i, len(q.Add))], key)
		for _, at := range at {
			s.Found = s.Found && now[at]
		}
		t.Steps = append(t.Steps, s)
		if err != nil {
			return
		}
		now = s.After()
	}
}

// agrees returns an error where the filter itself, an empty one, sets other bits or answers otherwise than the
// story says.
func (t *FilterStory) agrees(name string, f filter.MutableKeyFilter) error {
	for _, s := range t.Steps {
		if found := f.ContainsString(s.Key); found != s.Found {
			return fmt.Errorf("filter %s answers %t for %q, which its bits do not explain: it cannot be shown", name, found, s.Key)
		}
		if !s.Ask && !f.AddString(s.Key) {
			return fmt.Errorf("filter %s refuses %q", name, s.Key)
		}
		got, err := setBits(name, f)
		if err != nil {
			return err
		}
		if want := truePlaces(s.After()); !slices.Equal(got, want) {
			return fmt.Errorf("filter %s holds the bits %v after %q, where its keys set %v: it cannot be shown", name, got, s.Key, want)
		}
	}
	return nil
}

func truePlaces(bits []bool) []int {
	places := []int{}
	for i, set := range bits {
		if set {
			places = append(places, i)
		}
	}
	return places
}

// setBits returns the places of the set bits of a filter that stores nothing but m bits, in ascending order. It is
// never nil without an error.
func setBits(name string, f filter.KeyFilter) ([]int, error) {
	words, ok := words(f)
	if p := f.Params(); !ok || p.CounterBits != 0 || p.K < 1 || uint64(len(words)) != (p.M+63)/64 {
		return nil, notPlain(name)
	}
	places := []int{}
	for i, w := range words {
		for ; w != 0; w &= w - 1 {
			places = append(places, 64*i+bits.TrailingZeros64(w))
		}
	}
	return places, nil
}

// words returns the words that a filter keeps, or those of its stored payload.
func words(f filter.KeyFilter) ([]uint64, bool) {
	var inner any = f
	if joined := filter.Unjoin(f); joined != nil {
		inner = joined
	}
	if w, ok := inner.(interface{ Words() []uint64 }); ok {
		return w.Words(), true
	}
	stored, ok := inner.(interface{ WritePayload(io.Writer) error })
	if !ok {
		return nil, false
	}
	var payload bytes.Buffer
	if stored.WritePayload(&payload) != nil || payload.Len()%8 != 0 {
		return nil, false
	}
	words, err := filter.ReadWords(&payload, uint64(payload.Len()/8))
	return words, err == nil
}

func notPlain(name string) error {
	return fmt.Errorf("filter %s keeps no plain array of bits that is set key by key; those that do are %s", name, strings.Join(plainFilters(), ", "))
}

// plainFilters returns the names of the filters that can be shown.
func plainFilters() []string {
	var names []string
	for _, e := range plan.Measurables() {
		h, err := plan.OpenHash(plan.FilterHash(e))
		if err != nil || e.Build != nil {
			continue
		}
		for _, spec := range []filter.Spec{{M: 512, K: 3}, {M: 512, K: 8}, {M: 512, K: 16}} {
			f, err := e.Keyed(spec, h)
			if err != nil {
				continue
			}
			p := f.Params()
			if w, ok := words(f); ok && p.CounterBits == 0 && p.K > 0 && uint64(len(w)) == (p.M+63)/64 {
				names = append(names, e.Name)
			}
			break
		}
	}
	return names
}
