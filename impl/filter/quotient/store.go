package quotient

import (
	"fmt"
	"io"
	"math/bits"
	"slices"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Copy returns an independent filter with the same fingerprints.
func (f *Filter) Copy() filter.Filter {
	c := *f
	c.words = slices.Clone(f.words)
	return &c
}

// Clear empties the filter.
func (f *Filter) Clear() {
	clear(f.words)
	f.used = 0
}

// WritePayload writes the blocks.
// Errors are those of w.
func (f *Filter) WritePayload(w io.Writer) error { return filter.WriteWords(w, f.words) }

func restore(p filter.Params, r io.Reader) (filter.Filter, error) {
	stride := uint64(metaBits + p.FingerprintBits)
	want := filter.Params{N: p.N, M: p.M, K: 1, FingerprintBits: p.FingerprintBits}
	if p != want || p.FingerprintBits < 1 || p.FingerprintBits > maxRemainder || p.M == 0 || p.M > filter.MaxM ||
		p.M%(blockSlots*stride) != 0 || bits.Len64(p.M/stride)+p.FingerprintBits > 64 {
		return nil, fmt.Errorf("%w: no quotient filter has %+v", filter.ErrFormat, p)
	}
	words, err := filter.ReadWords(r, p.M/64)
	if err != nil {
		return nil, err
	}
	f := &Filter{words: words, slots: p.M / stride, remainder: uint(p.FingerprintBits), stride: stride, params: p}
	for s := uint64(0); s < f.slots; s += blockSlots {
		f.used += uint64(bits.OnesCount64(f.inUse(s)))
	}
	if err := f.check(); err != nil {
		return nil, fmt.Errorf("%w: %w", filter.ErrFormat, err)
	}
	return f, nil
}

// check returns an error where slots are not as Add and Remove leave them: look-ups in such a filter might not end.
// It walks the circle from a free slot on, and expects a run for each quotient that it passed, in order.
func (f *Filter) check() error {
	free := uint64(0)
	for ; free < f.slots && f.holds(free); free++ {
	}
	if free == f.slots {
		return fmt.Errorf("no slot is free")
	}
	if f.get(free) != 0 {
		return fmt.Errorf("slot %d is free, and holds %#x", free, f.get(free))
	}
	q, waiting, last := free, 0, uint64(0) // the quotient of the run, how many passed ones have none yet, its last remainder
	for s := f.next(free); s != free; s = f.next(s) {
		if f.is(s, occupied) {
			waiting++
		}
		follows, away, remainder := f.is(s, continuation), f.is(s, shifted), f.get(s)
		switch {
		case !f.holds(s):
			if waiting > 0 {
				return fmt.Errorf("slot %d is free, and %d quotients before it have no run", s, waiting)
			}
			if remainder != 0 {
				return fmt.Errorf("slot %d is free, and holds %#x", s, remainder)
			}
			continue
		case follows:
			if before := f.before(s); !away || !f.holds(before) || remainder < last {
				return fmt.Errorf("slot %d does not continue the run before it", s)
			}
		case waiting == 0:
			return fmt.Errorf("slot %d starts a run without a quotient", s)
		default:
			waiting--
			q = f.nextQuotient(q)
			if away != (s != q) {
				return fmt.Errorf("slot %d of quotient %d is marked as shifted wrongly", s, q)
			}
		}
		last = remainder
	}
	if waiting > 0 {
		return fmt.Errorf("%d quotients have no run", waiting)
	}
	return nil
}

func (f *Filter) before(s uint64) uint64 {
	if s == 0 {
		s = f.slots
	}
	return s - 1
}

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "quotient",
			Doc:    "quotient filter: a table of shortened fingerprints; keys can be removed, filters united, and tables doubled",
			Source: "M. Bender et al., PVLDB 5 (11), 2012",
			Pinned: 0xa62c190fd4f7b3a7,
		},
		Theory: "quotient",
		New: func(s filter.Spec) (filter.Mutable, error) {
			f, err := New(s)
			if err != nil {
				return nil, err
			}
			return f, nil
		},
		Restore: restore,
	})
}
