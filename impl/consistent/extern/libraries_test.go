package extern

import (
	"errors"
	"fmt"
	"testing"

	"github.com/dgryski/go-jump"
	"github.com/dgryski/go-rendezvous"
	"github.com/serialx/hashring"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
)

// TestAnswersOfSerialx holds the adapter against the library as its users make it, through changes.
func TestAnswersOfSerialx(t *testing.T) {
	for _, v := range []int{0, 40} {
		s, err := NewSerialx(consistent.Options{Vnodes: v}, nodes("c", "a"))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(s.Add("b", 1), s.Remove("c"), s.Add("d", 1)); err != nil {
			t.Fatal(err)
		}
		ring := hashring.New([]string{"a", "b", "d"})
		if v > 0 {
			ring = hashring.NewWithWeights(map[string]int{"a": v, "b": v, "d": v})
		}
		for i := range 1000 {
			key := fmt.Sprintf("key-%d", i)
			want, _ := ring.GetNode(key)
			if got := s.Nodes()[s.LocateString(key)].ID; got != want {
				t.Fatalf("V=%d: %s belongs to %q, and the library says %q", v, key, got, want)
			}
		}
	}
}

// TestSerialxDefault is why its default is noted: two nodes of one point each once shared 96 to 4.
func TestSerialxDefault(t *testing.T) {
	s, err := NewSerialx(consistent.Options{}, nodes("a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	for i := range 10_000 {
		if s.LocateString(fmt.Sprintf("key-%d", i)) == 0 {
			most++
		}
	}
	if most = max(most, 10_000-most); most < 6000 {
		t.Errorf("the fuller of two nodes has %d of 10000 keys, and was known to have more than 6000", most)
	}
}

func TestAnswersOfDgryskiJump(t *testing.T) {
	j, err := NewDgryskiJump(consistent.Options{}, nodes("a", "b", "c"))
	if err != nil {
		t.Fatal(err)
	}
	for h := range uint64(1000) {
		if got, want := j.Locate(h), jump.Hash(h, 3); got != want {
			t.Fatalf("Locate(%d) = %d, and the library says %d", h, got, want)
		}
	}
}

func TestAnswersOfDgryskiRendezvous(t *testing.T) {
	own := consistenttest.Func(func(key []byte) uint64 { return fnv1a(string(key)) * 3 })
	for _, o := range []consistent.Options{{}, {Hash: own}} {
		r, err := NewDgryskiRendezvous(o, nodes("c", "a"))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(r.Add("b", 1), r.Remove("c"), r.Add("d", 1)); err != nil {
			t.Fatal(err)
		}
		hasher := rendezvous.Hasher(fnv1a)
		if o.Hash != nil {
			hasher = own.String
		}
		library := rendezvous.New([]string{"a", "b", "d"}, hasher)
		for i := range 1000 {
			key := fmt.Sprintf("key-%d", i)
			if got, want := r.Nodes()[r.LocateString(key)].ID, library.Lookup(key); got != want {
				t.Fatalf("%s belongs to %q, and the library says %q", key, got, want)
			}
		}
	}
}

// TestDgryskiRemovePanics is why the adapter never calls it.
func TestDgryskiRemovePanics(t *testing.T) {
	for _, id := range []string{"a", "b", "unknown"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Remove(%q) of the library no longer panics: let the adapter call it", id)
				}
			}()
			rendezvous.New([]string{"a", "b"}, fnv1a).Remove(id)
		}()
	}
}
