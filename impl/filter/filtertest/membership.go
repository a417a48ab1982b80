package filtertest

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// noFalseNegatives builds filters of every small size and of two larger ones, and finds all their keys. Where keys can
// be added, it also asks one filter for all of them after each of 2000.
func noFalseNegatives(v variant) error {
	for _, n := range append(span(0, 301), 2000, 100_000) {
		if err := findsAll(v, n); err != nil {
			return err
		}
	}
	if !v.sample.mutable() {
		return nil
	}
	s, err := v.holding(2000, nil)
	if err != nil {
		return err
	}
	for n := range uint64(2000) {
		if !s.add(n) {
			return nil // a refusal is another check's affair
		}
		if i, lost := s.missing(span(0, n+1)); lost {
			return fmt.Errorf("key %d is not found after %d were added", i, n+1)
		}
	}
	return nil
}

// findsAll builds a filter of n keys and finds all of them.
func findsAll(v variant, n uint64) error {
	is := span(0, n)
	s, err := v.holding(n, is)
	if errors.Is(err, filter.ErrSpec) && n == 0 {
		return nil // a static filter may refuse to hold nothing
	}
	if err != nil {
		return fmt.Errorf("n = %d: %w", n, err)
	}
	if i, lost := s.missing(is); lost {
		return fmt.Errorf("n = %d: key %d was added and is not found", n, i)
	}
	return nil
}

// FindsAll builds filters of e for each number of keys, and returns an error where one of them is not found. It is the
// check no-false-negatives at sizes that take too long for Run.
func FindsAll(e filter.Entry, sizes ...uint64) error {
	vs, err := variants(e)
	if err != nil {
		return err
	}
	return forEach(vs, func(v variant) error {
		for _, n := range sizes {
			if err := findsAll(v, n); err != nil {
				return err
			}
		}
		return nil
	})
}

// foundAtOnce asks an ageing filter for each key directly after it was added.
func foundAtOnce(v variant) error {
	s, err := v.holding(2000, nil)
	if err != nil {
		return err
	}
	for i := range uint64(2000) {
		if s.add(i) && !s.contains(i) {
			return fmt.Errorf("key %d is not found directly after it was added", i)
		}
	}
	return nil
}

// emptySaysNo asks a filter without keys for 10,000. A static one may refuse to hold nothing, or answer at
// its rate, of at most 0.05: more than 800 positives come with a probability below 1e-37.
func emptySaysNo(v variant) error {
	s, err := v.holding(1000, nil)
	if err != nil {
		if v.static {
			return nil
		}
		return err
	}
	allowed := 0
	if v.static {
		allowed = 800
	}
	if got := s.count(span(absent, 10_000)); got > allowed {
		return fmt.Errorf("a filter without keys finds %d of 10000", got)
	}
	return nil
}

// addTwice adds all keys again: nothing is lost, and where a key is bits, no answer changes. A static
// filter is built from every key twice. A filter of fingerprints keeps them twice, and has room for twice as many:
// the two copies of a key go to the same few places, which a cuckoo filter fills less evenly than others.
func addTwice(v variant) error {
	is, queries := span(0, 1000), span(absent, 10_000)
	if v.static {
		s, err := v.holding(2000, slices.Concat(is, is))
		if err != nil {
			return err
		}
		return lost(s, is)
	}
	fingerprints := v.sample.params().FingerprintBits != 0
	room := uint64(2000)
	if fingerprints {
		room = 4000
	}
	s, err := v.holding(room, is)
	if err != nil {
		return err
	}
	before := s.answers(queries)
	if err := s.fill(is); err != nil {
		return err
	}
	if !fingerprints && !slices.Equal(before, s.answers(queries)) {
		return errors.New("adding the same keys again changes answers")
	}
	return lost(s, is)
}

// lost returns an error that names the first of is that is not found.
func lost(s subject, is []uint64) error {
	if i, lost := s.missing(is); lost {
		return fmt.Errorf("key %d is not found", i)
	}
	return nil
}

// refusalLosesNothing adds four times as many keys as the filter was made for. What it takes it must find,
// and AddAll must stop at the first key that Add refuses.
func refusalLosesNothing(v variant) error {
	single, err := v.holding(1000, nil)
	if err != nil {
		return err
	}
	is := span(0, 4000)
	var taken []uint64
	first := len(is)
	for j, i := range is {
		if single.add(i) {
			taken = append(taken, i)
		} else {
			first = min(first, j)
		}
	}
	if err := lost(single, taken); err != nil {
		return fmt.Errorf("%d of %d keys were taken: %w", len(taken), len(is), err)
	}
	bulk, err := v.holding(1000, nil)
	if err != nil {
		return err
	}
	if got := bulk.addAll(is); got != first {
		return fmt.Errorf("AddAll took %d keys, Add refuses the one after %d", got, first)
	}
	return lost(bulk, is[:first])
}

// deleteRestores removes every other key, each of which must have been there and most of which must be
// gone: at a rate of at most 0.05, more than 200 of 1000 stay with a probability below 1e-60. Absent keys
// that the filter tells from present ones are refused and cost nothing.
func deleteRestores(v variant) error {
	s, err := v.holding(2000, span(0, 2000))
	if err != nil {
		return err
	}
	remove, _ := s.remover()
	var gone, kept []uint64
	for i := range uint64(2000) {
		if i%2 == 1 {
			kept = append(kept, i)
			continue
		}
		gone = append(gone, i)
		if !remove(i) {
			return fmt.Errorf("key %d was added and its removal is refused", i)
		}
	}
	if err := lost(s, kept); err != nil {
		return fmt.Errorf("after half of the keys were removed: %w", err)
	}
	if stay := s.count(gone); stay > 200 {
		return fmt.Errorf("%d of 1000 removed keys are still found", stay)
	}
	for _, i := range append(gone, span(absent, 1000)...) {
		if !s.contains(i) && remove(i) {
			return fmt.Errorf("key %d is not there, and its removal is reported as done", i)
		}
	}
	if err := lost(s, kept); err != nil {
		return fmt.Errorf("after refused removals: %w", err)
	}
	return nil
}

// concurrentLookups asks for all keys in four goroutines. Under the race detector it finds look-ups that
// write to the filter.
func concurrentLookups(v variant) error {
	queries := append(span(0, 1000), span(absent, 4000)...)
	want := v.sample.answers(queries)
	var group sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		group.Go(func() {
			errs[i] = attempt(func() error {
				for range 4 {
					if !slices.Equal(v.sample.answers(queries), want) {
						return errors.New("answers differ between concurrent look-ups and a single one")
					}
				}
				return nil
			})
		})
	}
	group.Wait()
	return errors.Join(errs...)
}

// pinnedAnswer folds the answers to present and absent keys, of all variants in turn, to 64 bits.
func pinnedAnswer(vs []variant, want uint64) error {
	var got, word uint64
	n := 0
	for _, v := range vs {
		for _, found := range v.sample.answers(append(span(0, 1000), span(absent, 20_000)...)) {
			word <<= 1
			if found {
				word |= 1
			}
			if n++; n%64 == 0 {
				got, word = hash.Fmix64(got^word)+1, 0
			}
		}
	}
	if got = hash.Fmix64(got ^ word); got != want {
		return fmt.Errorf("the answers on the fixed workload fold to %#016x, pinned is %#016x", got, want)
	}
	return nil
}
