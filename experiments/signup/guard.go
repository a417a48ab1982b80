package signup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"time"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// A guard stands before the database: it lets a key through, or answers that it is certainly not there.
type guard interface {
	contains(key []byte) bool
	// count returns how many of keys are let through: what is timed.
	count(keys [][]byte) int
	// add makes the guard let the key through from now on; false where it cannot.
	add(key []byte) bool
	// params returns what theory needs; the zero value where there is none.
	params() filter.Params
	bytes() int64
}

// newGuard returns the guard of a design, holding the keys.
func newGuard(ctx context.Context, d design, in keys.Stream) (guard, error) {
	switch d.guard {
	case none:
		return open4all{}, nil
	case hashSet:
		s := make(set, in.Len())
		return s, keys.Each(ctx, in, func(_ uint64, keys [][]byte) error {
			for _, key := range keys {
				s.add(key)
			}
			return nil
		})
	}
	h, err := plan.OpenHash(d.hash)
	if err != nil {
		return nil, err
	}
	switch d.guard {
	case clearing:
		return newClearable(ctx, d.spec, h, in)
	case separately:
		return newSeparated(ctx, d.spec, in)
	}
	f, err := plan.BuildFilter(ctx, d.entry, d.spec, h, in)
	if err != nil {
		return nil, err
	}
	return filtered{f}, nil
}

// open4all lets every key through: no guard.
type open4all struct{}

func (open4all) contains([]byte) bool    { return true }
func (open4all) count(keys [][]byte) int { return len(keys) }
func (open4all) add([]byte) bool         { return true }
func (open4all) params() filter.Params   { return filter.Params{} }
func (open4all) bytes() int64            { return 0 }

// set holds every key whole.
type set map[string]struct{}

func (s set) contains(key []byte) bool {
	_, in := s[string(key)]
	return in
}

func (s set) count(keys [][]byte) (n int) {
	for _, key := range keys {
		if s.contains(key) {
			n++
		}
	}
	return n
}

func (s set) add(key []byte) bool {
	s[string(key)] = struct{}{}
	return true
}

func (s set) params() filter.Params { return filter.Params{} }

// bytes returns the keys' own bytes and their headers, the map's own structure apart.
func (s set) bytes() (n int64) {
	const header = 16 // of a string
	for key := range s {
		n += header + int64(len(key))
	}
	return n
}

// filtered is a registered filter.
type filtered struct{ filter.KeyFilter }

func (f filtered) contains(key []byte) bool { return f.Contains(key) }
func (f filtered) count(keys [][]byte) int  { return f.Count(keys) }
func (f filtered) params() filter.Params    { return f.Params() }
func (f filtered) bytes() int64             { return f.Bytes() }

func (f filtered) add(key []byte) bool {
	m, ok := f.KeyFilter.(filter.MutableKeyFilter)
	return ok && m.Add(key)
}

// remove takes a key out where the filter can; false where it cannot.
func (f filtered) remove(key []byte) bool {
	d, ok := f.KeyFilter.(filter.DeletableKeyFilter)
	return ok && d.Remove(key)
}

// restore stores the guard in a file without a name and times making it anew from there; ok is false where it cannot
// be stored.
func (f filtered) restore() (again filtered, took time.Duration, ok bool, err error) {
	file, err := os.CreateTemp("", "hashlab-signup-*.filter")
	if err != nil {
		return again, 0, false, err
	}
	defer file.Close() // what is read has its own checksum
	if err := os.Remove(file.Name()); err != nil {
		return again, 0, false, err
	}
	out := bufio.NewWriter(file)
	switch err := errors.Join(filter.Save(out, f.KeyFilter), out.Flush()); {
	case errors.Is(err, errors.ErrUnsupported):
		return again, 0, false, nil
	case err != nil:
		return again, 0, false, fmt.Errorf("store the guard: %w", err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return again, 0, false, err
	}
	start := time.Now()
	loaded, err := filter.Load(bufio.NewReader(file))
	if err != nil {
		return again, 0, false, fmt.Errorf("load the guard: %w", err)
	}
	return filtered{loaded}, time.Since(start), true, nil
}

// separated is the article's filter whose labels are told apart: a zero byte stands between the key and the suffix of
// a probe.
type separated struct {
	filtered
	buffer []byte
}

// newSeparated returns the filter of a spec with the keys.
func newSeparated(ctx context.Context, spec filter.Spec, in keys.Stream) (*separated, error) {
	e, err := filter.Find(article)
	if err != nil {
		return nil, err
	}
	f, err := plan.BuildFilter(ctx, e, spec, nil, ended{in, 0})
	if err != nil {
		return nil, err
	}
	return &separated{filtered: filtered{f}}, nil
}

func (f *separated) label(key []byte) []byte {
	f.buffer = append(append(f.buffer[:0], key...), 0)
	return f.buffer
}

func (f *separated) contains(key []byte) bool { return f.filtered.contains(f.label(key)) }
func (f *separated) add(key []byte) bool      { return f.filtered.add(f.label(key)) }

func (f *separated) count(keys [][]byte) (n int) {
	for _, key := range keys {
		if f.contains(key) {
			n++
		}
	}
	return n
}

// clearable is the filter that the first article warns of: a classic one whose keys are deleted by clearing
// their bits, which other keys share. No registered filter offers that. Probe i of a hash h is at the fast
// range of h + i h2, where h2 is h with its halves exchanged, times an odd constant.
type clearable struct {
	words []uint64
	m     uint64
	k     int
	hash  hash.Hash
	n     uint64
}

// newClearable sizes the filter as bloom-classic is.
func newClearable(ctx context.Context, spec filter.Spec, h hash.Hash, in keys.Stream) (*clearable, error) {
	e, err := filter.Find(plan.BaseFilter)
	if err != nil {
		return nil, err
	}
	model, err := e.New(spec)
	if err != nil {
		return nil, err
	}
	p := model.Params()
	f := &clearable{make([]uint64, (p.M+63)/64), p.M, p.K, h, spec.N}
	return f, keys.Each(ctx, in, func(_ uint64, keys [][]byte) error {
		for _, key := range keys {
			f.add(key)
		}
		return nil
	})
}

// each calls visit with the places of a key until it returns false.
func (f *clearable) each(key []byte, visit func(word, bit uint64) bool) {
	h := f.hash.Bytes(key)
	step := bits.RotateLeft64(h, 32)*0x9e3779b97f4a7c15 | 1
	for range f.k {
		at, _ := bits.Mul64(h, f.m)
		if !visit(at>>6, at&63) {
			return
		}
		h += step
	}
}

func (f *clearable) contains(key []byte) bool {
	in := true
	f.each(key, func(word, bit uint64) bool {
		in = f.words[word]>>bit&1 == 1
		return in
	})
	return in
}

func (f *clearable) count(keys [][]byte) (n int) {
	for _, key := range keys {
		if f.contains(key) {
			n++
		}
	}
	return n
}

func (f *clearable) add(key []byte) bool {
	f.each(key, func(word, bit uint64) bool {
		f.words[word] |= 1 << bit
		return true
	})
	return true
}

// remove clears the bits of a key, whosever they are besides.
func (f *clearable) remove(key []byte) bool {
	f.each(key, func(word, bit uint64) bool {
		f.words[word] &^= 1 << bit
		return true
	})
	return true
}

func (f *clearable) params() filter.Params { return filter.Params{N: f.n, M: f.m, K: f.k} }
func (f *clearable) bytes() int64          { return int64(len(f.words)) * 8 }
