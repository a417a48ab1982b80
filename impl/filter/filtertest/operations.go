package filtertest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hashlab/impl/filter"
)

// operations reports which optional operations s has.
func (s subject) operations() (unites, copies, clears, estimates bool) {
	switch s.any().(type) {
	case filter.Unioner, filter.KeyUnioner:
		unites = true
	}
	switch s.any().(type) {
	case filter.Copier, filter.KeyCopier:
		copies = true
	}
	_, clears = s.any().(filter.Clearer)
	_, estimates = s.any().(filter.Estimator)
	return unites, copies, clears, estimates
}

// joint returns s as a filter on keys, through which its operations are reached; its keys are other ones.
func (s subject) joint() filter.KeyFilter {
	if s.hashed != nil {
		return filter.Join(s.hashed, testHash{0})
	}
	return s.keyed
}

// fillRatio returns the fill ratio of s, and 0 where it does not tell.
func (s subject) fillRatio() float64 {
	ratio, _ := filter.FillRatio(s.joint())
	return ratio
}

// parted is the inverse of joint for a filter that an operation made of it.
func (s subject) parted(f filter.KeyFilter) subject {
	if s.hashed != nil {
		return subject{hashed: filter.Unjoin(f)}
	}
	return subject{keyed: f}
}

func (s subject) union(other subject) error { return filter.Union(s.joint(), other.joint()) }
func (s subject) clear() error              { return filter.Clear(s.joint()) }

func (s subject) copy() (subject, error) {
	f, err := filter.Copy(s.joint())
	if err != nil {
		return subject{}, err
	}
	return s.parted(f), nil
}

// unionAddsBoth unites filters whose keys overlap, 20 times with keys of their own, so that a single position that is
// left out shows.
func unionAddsBoth(v variant) error {
	for round := range uint64(20) {
		first := round * 1000
		if err := unite(v, span(first, 200), span(first+100, 200)); err != nil {
			return err
		}
	}
	return nil
}

// unite compares a union with a filter that was given the keys of both.
func unite(v variant, one, other []uint64) error {
	both := slices.Concat(one, other)
	var s [3]subject
	for i, is := range [][]uint64{one, other, both} {
		var err error
		if s[i], err = v.holding(400, is); err != nil {
			return err
		}
	}
	queries := append(both, span(absent, 2000)...)
	before := s[1].answers(queries)
	if err := s[0].union(s[1]); err != nil {
		return err
	}
	if !slices.Equal(s[0].answers(queries), s[2].answers(queries)) {
		return errors.New("a union and a filter with the keys of both give different answers")
	}
	if a, b := s[0].fillRatio(), s[2].fillRatio(); a != b {
		return fmt.Errorf("a union has the fill ratio %v, a filter with the keys of both %v", a, b)
	}
	if !slices.Equal(s[1].answers(queries), before) {
		return errors.New("a union changes the filter that was added")
	}
	if !s[1].mutable() {
		return nil
	}
	united := s[0].answers(queries)
	if err := s[1].fill(span(absent, 50)); err != nil {
		return err
	}
	if !slices.Equal(s[0].answers(queries), united) {
		return errors.New("a key that is added to one filter after the union is found in the other")
	}
	return nil
}

// unionRefusesMismatch unites filters of other sizes and other hash functions: an error that wraps
// filter.ErrMismatch and names both values, and nothing changed.
func unionRefusesMismatch(v variant) error {
	s, err := v.holding(2000, span(0, 1000))
	if err != nil {
		return err
	}
	larger, err := v.holding(200_000, span(1000, 1000))
	if err != nil {
		return err
	}
	queries := append(span(0, 2000), span(absent, 10_000)...)
	before := s.answers(queries)
	refused := func(what string, err error, values ...any) error {
		switch {
		case err == nil:
			return fmt.Errorf("%s: united without an error", what)
		case !errors.Is(err, filter.ErrMismatch):
			return fmt.Errorf("%s: the error does not wrap ErrMismatch: %w", what, err)
		case !slices.Equal(s.answers(queries), before):
			return fmt.Errorf("%s: the refused union changes answers", what)
		}
		for _, value := range values {
			if !strings.Contains(err.Error(), fmt.Sprint(value)) {
				return fmt.Errorf("%s: the error %q does not name %v", what, err, value)
			}
		}
		return nil
	}
	if err := refused("another size", attempt(func() error { return s.union(larger) }), s.params().M, larger.params().M); err != nil {
		return err
	}
	if s.hashed == nil {
		return nil
	}
	reseeded := filter.Join(s.hashed, testHash{77})
	return refused("another seed", filter.Union(s.joint(), reseeded), "seed", 77)
}

// copyIsIndependent demands that a copy answers alike and that neither changes with the other.
func copyIsIndependent(v variant) error {
	s, err := v.holding(2000, span(0, 1000))
	if err != nil {
		return err
	}
	queries := append(span(0, 2000), span(absent, 10_000)...)
	before := s.answers(queries)
	c, err := s.copy()
	switch {
	case err != nil:
		return err
	case !slices.Equal(c.answers(queries), before):
		return errors.New("a copy and its original give different answers")
	case c.params() != s.params():
		return fmt.Errorf("a copy has the parameters %+v, its original %+v", c.params(), s.params())
	case c.mutable() != s.mutable():
		return fmt.Errorf("a copy takes keys: %t, its original: %t", c.mutable(), s.mutable())
	case !s.mutable():
		return nil
	}
	if err := s.fill(span(1000, 500)); err != nil {
		return err
	}
	if !slices.Equal(c.answers(queries), before) {
		return errors.New("a copy changes with its original")
	}
	filled := s.answers(queries)
	if err := c.fill(span(1500, 500)); err != nil {
		return err
	}
	if !slices.Equal(s.answers(queries), filled) {
		return errors.New("the original changes with a copy")
	}
	return nil
}

// clearEmpties demands that a cleared filter is as a new one.
func clearEmpties(v variant) error {
	s, err := v.holding(1000, nil)
	if err != nil {
		return err
	}
	fresh, err := v.holding(1000, nil)
	if err != nil {
		return err
	}
	s.addAll(span(0, 3000)) // more than it was made for: a filter that grows has grown
	if err := s.clear(); err != nil {
		return err
	}
	queries := append(span(0, 3000), span(absent, 10_000)...)
	if found := s.count(queries); found != 0 {
		return fmt.Errorf("a cleared filter finds %d of %d keys", found, len(queries))
	}
	if ratio := s.fillRatio(); ratio != 0 {
		return fmt.Errorf("a cleared filter has the fill ratio %v", ratio)
	}
	if s.params() != fresh.params() {
		return fmt.Errorf("a cleared filter has the parameters %+v, a new one %+v", s.params(), fresh.params())
	}
	for _, f := range []subject{s, fresh} {
		if err := f.fill(span(2000, 1000)); err != nil {
			return err
		}
	}
	if !slices.Equal(s.answers(queries), fresh.answers(queries)) {
		return errors.New("a cleared filter and a new one with the same keys give different answers")
	}
	return nil
}
