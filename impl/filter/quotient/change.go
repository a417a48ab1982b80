package quotient

import (
	"fmt"

	"hashlab/impl/filter"
)

// Add adds h. It is refused where one slot alone is free: look-ups stop at free slots.
func (f *Filter) Add(h uint64) bool { return f.add(f.split(h)) }

// AddAll adds hs in order, stops at the first refusal and returns how many were added.
func (f *Filter) AddAll(hs []uint64) int {
	for i, h := range hs {
		if !f.Add(h) {
			return i
		}
	}
	return len(hs)
}

func (f *Filter) add(q, remainder uint64) bool {
	if f.used+1 >= f.slots {
		return false
	}
	f.used++
	fresh, direct := !f.is(q, occupied), !f.holds(q)
	f.mark(q, occupied, true)
	if direct {
		f.put(q, remainder)
		return true
	}
	at := f.run(q)
	head := true // the remainder starts its run
	switch {
	case fresh:
	case f.get(at) >= remainder:
		f.mark(at, continuation, true) // what started the run moves right
	default:
		head = false
		for at = f.next(at); f.is(at, continuation) && f.get(at) < remainder; {
			at = f.next(at)
		}
	}
	f.push(at, remainder, !head, at != q)
	return true
}

// push puts a remainder with its metadata into slot s, what was there into the next one, and so on up to a free
// slot.
func (f *Filter) push(s, remainder uint64, follows, away bool) {
	for ; ; s = f.next(s) {
		full, oldRemainder, oldFollows := f.holds(s), f.get(s), f.is(s, continuation)
		f.put(s, remainder)
		f.mark(s, continuation, follows)
		f.mark(s, shifted, away)
		if !full {
			return
		}
		remainder, follows, away = oldRemainder, oldFollows, true
	}
}

// Remove takes one fingerprint of h out and reports whether there was one. An absent hash that meets another's
// fingerprint is not told apart, and its removal loses that other one.
func (f *Filter) Remove(h uint64) bool {
	q, remainder := f.split(h)
	start, at, found := f.find(q, remainder)
	if !found {
		return false
	}
	f.used--
	next := f.next(at)
	own := false // the next head is of the same run
	if at == start {
		if own = f.is(next, continuation); own {
			f.mark(next, continuation, false)
		} else {
			f.mark(q, occupied, false)
		}
	}
	f.pull(at, q, own)
	return true
}

// pull moves what is shifted after slot s to the left by one, s being free. The last head before s is of quotient
// q, and where own is set the next one is too.
func (f *Filter) pull(s, q uint64, own bool) {
	for next := f.next(s); f.is(next, shifted); s, next = next, f.next(next) {
		follows := f.is(next, continuation)
		if !follows && !own {
			q = f.nextQuotient(q)
		}
		own = own && follows
		f.put(s, f.get(next))
		f.mark(s, continuation, follows)
		f.mark(s, shifted, follows || s != q)
	}
	f.put(s, 0)
	f.mark(s, continuation, false)
	f.mark(s, shifted, false)
}

// nextQuotient returns the first quotient after q of which a fingerprint is stored.
func (f *Filter) nextQuotient(q uint64) uint64 {
	for q = f.next(q); !f.is(q, occupied); {
		q = f.next(q)
	}
	return q
}

// each calls use with every fingerprint, in order from some free slot on.
func (f *Filter) each(use func(q, remainder uint64)) {
	free := uint64(0)
	for f.holds(free) {
		free++
	}
	q := free
	for s := f.next(free); s != free; s = f.next(s) {
		switch {
		case !f.holds(s):
			continue
		case !f.is(s, shifted):
			q = s
		case !f.is(s, continuation):
			q = f.nextQuotient(q)
		}
		use(q, f.get(s))
	}
}

// Union adds what other holds, which must be a quotient filter with the same slots and bits of a remainder, and
// must fit beside what is there. Otherwise nothing is changed.
// Errors are those of filter.Unioner.
func (f *Filter) Union(other filter.Filter) error {
	o, ok := other.(*Filter)
	if !ok {
		return fmt.Errorf("%w: %T and %T", filter.ErrMismatch, f, other)
	}
	if err := filter.Match(f.params, o.params); err != nil {
		return err
	}
	if f.used+o.used >= f.slots {
		return fmt.Errorf("quotient filter: %d and %d fingerprints do not fit %d slots, of which one stays free", f.used, o.used, f.slots)
	}
	if o == f {
		o = f.Copy().(*Filter)
	}
	o.each(func(q, remainder uint64) { f.add(q, remainder) })
	return nil
}

// Doubled returns a filter with twice the slots that holds the same fingerprints: a bit of each remainder moves to
// the quotient, so that the rate of the keys that are there stays as it is. A remainder of one bit has none to give, which is
// an error.
func (f *Filter) Doubled() (*Filter, error) {
	if f.remainder == 1 {
		return nil, fmt.Errorf("quotient filter: remainders of 1 bit cannot be made shorter")
	}
	if m := 2 * f.slots * (f.stride - 1); m > filter.MaxM {
		return nil, fmt.Errorf("%w: m = %d bits is more than 2^40", filter.ErrSpec, m)
	}
	d := empty(2*f.slots, int(f.remainder)-1, 2*f.params.N)
	f.each(func(q, remainder uint64) {
		d.add(2*q+remainder>>d.remainder, remainder&(1<<d.remainder-1))
	})
	return d, nil
}
