package filtertest

import (
	"fmt"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// A variant is one way to build the filter under test.
type variant struct {
	entry  filter.Entry
	hash   hash.Hash // what takes the place of the filter's own, or nil
	name   string    // what sets it apart, with a colon, for errors; "" for the first
	rate   float64   // a target rate that the filter takes
	static bool
	sample subject // holds 1000 keys
	// build returns a filter for spec that holds is.
	build func(spec filter.Spec, is []uint64) (subject, error)
}

// holding returns a filter for n keys at the rate of v that holds is.
func (v variant) holding(n uint64, is []uint64) (subject, error) {
	return v.build(filter.Spec{N: max(n, 1), FPR: v.rate}, is)
}

// variants returns the ways to build e. A filter whose rate is fixed refuses targets below it: the rate is
// 0.01 where e takes that, and otherwise 0.05.
func variants(e filter.Entry) ([]variant, error) {
	vs := []variant{{entry: e, static: e.Build != nil, build: builder(e, nil)}}
	if e.NewKeyed != nil && e.BuiltinHash == "" {
		vs = append(vs, variant{entry: e, hash: testHash{0}, name: "with a replaced hash: ", build: builder(e, testHash{0})})
	}
	for i := range vs {
		v := &vs[i]
		err := attempt(func() (err error) {
			for _, v.rate = range []float64{0.01, 0.05} {
				if v.sample, err = v.holding(1000, span(0, 1000)); err == nil {
					return nil
				}
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("%s%w", v.name, err)
		}
	}
	return vs, nil
}

// builder returns what builds e; h is the hash of a filter that owns its hashing.
func builder(e filter.Entry, h hash.Hash) func(filter.Spec, []uint64) (subject, error) {
	if e.Build != nil {
		return func(spec filter.Spec, is []uint64) (subject, error) {
			f, err := e.Build(spec, hashesOf(is))
			return subject{hashed: f}, refused(f == nil, err)
		}
	}
	return func(spec filter.Spec, is []uint64) (s subject, err error) {
		if e.New != nil {
			f, err := e.New(spec)
			if err := refused(f == nil, err); err != nil {
				return subject{}, err
			}
			s.hashed = f
		} else {
			f, err := e.NewKeyed(spec, h)
			if err := refused(f == nil, err); err != nil {
				return subject{}, err
			}
			s.keyed = f
		}
		return s, s.fill(is)
	}
}

// refused returns err, and an error of its own where a filter came with an error or none without one.
func refused(none bool, err error) error {
	switch {
	case err != nil && !none:
		return fmt.Errorf("the constructor returns a filter beside the error %v", err)
	case err == nil && none:
		return fmt.Errorf("the constructor returns neither a filter nor an error")
	}
	return err
}

// attempt runs f and turns a panic into an error.
func attempt(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return f()
}
