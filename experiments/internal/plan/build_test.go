package plan

import (
	"context"
	"errors"
	"strings"
	"testing"

	"hashlab/experiments/internal/keys"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// stream returns n keys of the base class.
func stream(t *testing.T, n uint64) keys.Stream {
	t.Helper()
	c, err := keys.Find(BaseClass)
	if err != nil {
		t.Fatal(err)
	}
	in, _, err := c.Split(n, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// open returns the hash called name.
func open(t *testing.T, name string) hash.Hash {
	t.Helper()
	h, err := OpenHash(name)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// Whatever its form, a filter that BuildFilter made holds every key: 10,000 is more than keys.Each gives at a time.
func TestBuildFilter(t *testing.T) {
	in := stream(t, 10_000)
	for _, e := range Measurables() {
		target, ok := Nearest(e)
		if !ok {
			t.Errorf("%s meets no rate", e.Name)
			continue
		}
		f, err := BuildFilter(t.Context(), e, filter.Spec{N: in.Len(), FPR: target}, open(t, FilterHash(e)), in)
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		found := 0
		if err := keys.Each(t.Context(), in, func(_ uint64, keys [][]byte) error { found += f.Count(keys); return nil }); err != nil {
			t.Fatal(err)
		}
		if found != 10_000 {
			t.Errorf("%s: got %d of 10000 keys", e.Name, found)
		}
	}
}

// full refuses keys after the first 100.
type full struct {
	filter.Mutable
	added int
}

func (f *full) AddAll(hs []uint64) int {
	n := min(len(hs), 100-f.added)
	f.added += n
	return n
}

func TestBuildFilterRefusedKey(t *testing.T) {
	base, err := filter.Find(BaseFilter)
	if err != nil {
		t.Fatal(err)
	}
	small := base
	small.New = func(s filter.Spec) (filter.Mutable, error) {
		f, err := base.New(s)
		return &full{Mutable: f}, err
	}
	spec := filter.Spec{N: 1000, FPR: 0.01}
	if _, err := BuildFilter(t.Context(), small, spec, open(t, BaseHash), stream(t, 1000)); err == nil || !strings.Contains(err.Error(), "100 of 1000 keys") {
		t.Errorf("got %v, want an error with the count", err)
	}
	static := filter.Entry{Build: func(_ filter.Spec, hs []uint64) (filter.Filter, error) {
		f, err := base.New(spec)
		if err == nil {
			f.AddAll(hs)
		}
		return f, err
	}}
	f, err := BuildFilter(t.Context(), static, spec, open(t, BaseHash), stream(t, 1000))
	if err != nil || f.Params().N == 0 {
		t.Errorf("a static filter: got %v, %v", f, err)
	}
	if _, err := BuildFilter(t.Context(), base, filter.Spec{FPR: 2}, open(t, BaseHash), stream(t, 1)); !errors.Is(err, filter.ErrSpec) {
		t.Errorf("a bad specification: got %v, want ErrSpec", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := BuildFilter(ctx, base, spec, open(t, BaseHash), stream(t, 1000)); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted run: got %v, want context.Canceled", err)
	}
}

func TestHashes(t *testing.T) {
	in, h := stream(t, 5000), open(t, BaseHash)
	got, err := Hashes(t.Context(), in, h)
	if err != nil || len(got) != 5000 {
		t.Fatalf("got %d hashes, %v, want 5000", len(got), err)
	}
	err = keys.Each(t.Context(), in, func(from uint64, keys [][]byte) error {
		for i, key := range keys {
			if want := h.Bytes(key); got[from+uint64(i)] != want {
				t.Fatalf("hash %d: got %#x, want %#x", from+uint64(i), got[from+uint64(i)], want)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
