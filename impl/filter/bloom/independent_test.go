package bloom

import (
	"errors"
	"math/bits"
	"strings"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
	_ "hashlab/impl/hash/farm"
	_ "hashlab/impl/hash/murmur"
)

func open(t testing.TB, name string, seed uint64) hash.Hash {
	t.Helper()
	e, err := hash.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	h, err := e.New(seed)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// Each probe takes a member of the family of its own, and all follow from the seed.
func TestIndependentProbes(t *testing.T) {
	for _, name := range []string{"xxh3", "xxh64", "murmur3-32-mixed"} {
		f, err := NewIndependent(filter.Spec{M: 1 << 16, K: 7}, open(t, name, 5))
		if err != nil {
			t.Fatal(err)
		}
		f.Add([]byte("a key"))
		want, seeds := map[uint64]bool{}, map[uint64]bool{}
		for _, probe := range f.probes {
			at, _ := bits.Mul64(probe.String("a key"), 1<<16)
			want[at], seeds[probe.Seed()] = true, true
		}
		if len(seeds) != 7 {
			t.Errorf("%s: 7 probes have %d seeds", name, len(seeds))
		}
		for _, at := range set(f.words) {
			if !want[at] {
				t.Errorf("%s: position %d is set and is of no probe", name, at)
			}
		}
		if len(set(f.words)) != len(want) {
			t.Errorf("%s: got positions %v, want %v", name, set(f.words), want)
		}
		other, err := NewIndependent(filter.Spec{M: 1 << 16, K: 7}, open(t, name, 6))
		if err != nil {
			t.Fatal(err)
		}
		for i := range f.probes {
			if f.probes[i].Seed() == other.probes[i].Seed() {
				t.Errorf("%s: probe %d has the same seed from 5 and from 6", name, i)
			}
		}
	}
}

func TestIndependentNeedsSeeds(t *testing.T) {
	_, err := NewIndependent(filter.Spec{M: 1000, K: 3}, open(t, "farm-fp64", 0))
	if err == nil || !strings.Contains(err.Error(), "farm-fp64 takes no seed") {
		t.Errorf("got %v, want an error that says that farm-fp64 takes no seed", err)
	}
}

func TestIndependentUnion(t *testing.T) {
	spec := filter.Spec{M: 1000, K: 3}
	f, err := NewIndependent(spec, open(t, "xxh3", 1))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		h    hash.Hash
		want string // part of the error
	}{
		{open(t, "xxh3", 2), "seed = 1 and 2"}, {open(t, "xxh64", 1), "hash = xxh3 and xxh64"},
	} {
		g, err := NewIndependent(spec, c.h)
		if err != nil {
			t.Fatal(err)
		}
		if err := filter.Union(f, g); !errors.Is(err, filter.ErrMismatch) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want an error that wraps ErrMismatch and says %q", err, c.want)
		}
	}
	classic, err := NewClassic(spec)
	if err != nil {
		t.Fatal(err)
	}
	if err := filter.Union(f, filter.Join(classic, open(t, "xxh3", 1))); !errors.Is(err, filter.ErrMismatch) {
		t.Errorf("with another kind: got %v, want an error that wraps ErrMismatch", err)
	}
}
