package filtertest

import (
	"errors"
	"fmt"
	"slices"

	"hashlab/impl/filter"
)

// bulkEqualsSingle compares bulk calls with loops over single ones, at lengths around what unrolled loops
// and chunks handle apart.
func bulkEqualsSingle(v variant) error {
	for _, n := range []uint64{0, 1, 2, 3, 7, 8, 9, 511, 512, 513, 1000} {
		if err := bulkAdd(v, span(0, n)); err != nil {
			return fmt.Errorf("n = %d: %w", n, err)
		}
		if err := bulkLookup(v.sample, append(span(absent, 100), span(0, n)...)); err != nil {
			return fmt.Errorf("%d queries: %w", n+100, err)
		}
	}
	return nil
}

// bulkAdd compares two filters, filled in bulk and one by one.
func bulkAdd(v variant, is []uint64) error {
	if v.static {
		return nil
	}
	n := uint64(len(is))
	bulk, err := v.holding(n, is)
	if err != nil {
		return err
	}
	single, err := v.holding(n, nil)
	if err != nil {
		return err
	}
	for _, i := range is {
		if !single.add(i) {
			return fmt.Errorf("key %d is refused by Add, and AddAll took it", i)
		}
	}
	queries := slices.Concat(is, span(absent, 2000))
	if !slices.Equal(bulk.answers(queries), single.answers(queries)) {
		return errors.New("AddAll and Add of the same keys give different filters")
	}
	if single.keyed == nil {
		return nil
	}
	strings, err := v.holding(n, nil)
	if err != nil {
		return err
	}
	for _, key := range keysOf(is) {
		strings.keyed.(filter.MutableKeyFilter).AddString(string(key))
	}
	if !slices.Equal(strings.answers(queries), single.answers(queries)) {
		return errors.New("AddString and Add of the same keys give different filters")
	}
	return nil
}

// bulkLookup compares Count, and ContainsAll or ContainsString, with Contains.
func bulkLookup(s subject, queries []uint64) error {
	want := s.answers(queries)
	found := 0
	for _, w := range want {
		if w {
			found++
		}
	}
	if got := s.count(queries); got != found {
		return fmt.Errorf("the result of Count is %d, want %d", got, found)
	}
	if s.hashed != nil {
		return containsAll(s.hashed, hashesOf(queries), want)
	}
	for j, key := range keysOf(queries) {
		if s.keyed.ContainsString(string(key)) != want[j] {
			return fmt.Errorf("ContainsString(%q) returns %t, want %t", key, !want[j], want[j])
		}
	}
	return nil
}

// containsAll demands that exactly the answers are written, whatever stood there, and that a dst which is
// too short panics.
func containsAll(f filter.Filter, hs []uint64, want []bool) error {
	for _, before := range []bool{false, true} {
		dst := slices.Repeat([]bool{before}, len(hs)+1)
		f.ContainsAll(dst, hs)
		if !slices.Equal(dst[:len(hs)], want) {
			return errors.New("ContainsAll and Contains differ")
		}
		if dst[len(hs)] != before {
			return errors.New("ContainsAll writes past its keys")
		}
	}
	short := make([]bool, len(hs)-1, len(hs)) // its capacity would do
	if attempt(func() error { f.ContainsAll(short, hs); return nil }) == nil {
		return errors.New("ContainsAll takes a dst that is too short")
	}
	return nil
}

// noAllocation counts the allocations of every hot method.
func noAllocation(v variant, allocs func(runs int, f func()) float64) error {
	is := append(span(0, 256), span(absent, 256)...)
	calls := map[string]func(){}
	switch s := v.sample; {
	case s.hashed != nil:
		hs, dst := hashesOf(is), make([]bool, len(is))
		calls["Contains"] = func() { s.hashed.Contains(hs[0]) }
		calls["ContainsAll"] = func() { s.hashed.ContainsAll(dst, hs) }
		calls["Count"] = func() { s.hashed.Count(hs) }
		if f, ok := s.hashed.(filter.Mutable); ok {
			calls["Add"] = func() { f.Add(hs[0]) }
			calls["AddAll"] = func() { f.AddAll(hs) }
		}
		if f, ok := s.hashed.(filter.Deletable); ok {
			calls["Remove"] = func() { f.Remove(hs[0]) }
		}
	default:
		keys, text := keysOf(is), "a key of some length, so that no small buffer holds it"
		calls["Contains"] = func() { s.keyed.Contains(keys[0]) }
		calls["ContainsString"] = func() { s.keyed.ContainsString(text) }
		calls["Count"] = func() { s.keyed.Count(keys) }
		if f, ok := s.keyed.(filter.MutableKeyFilter); ok {
			calls["Add"] = func() { f.Add(keys[0]) }
			calls["AddString"] = func() { f.AddString(text) }
			calls["AddAll"] = func() { f.AddAll(keys) }
		}
	}
	var errs []error
	for name, call := range calls {
		if n := allocs(50, call); n != 0 {
			errs = append(errs, fmt.Errorf("%s allocates %v times a call", name, n))
		}
	}
	return errors.Join(errs...)
}
