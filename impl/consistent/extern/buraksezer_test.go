package extern

import (
	"errors"
	"fmt"
	"testing"

	"github.com/buraksezer/consistent"
	"github.com/cespare/xxhash/v2"

	contract "hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
)

// buraksezerOf is the library as its README makes it.
func buraksezerOf(ids ...string) *consistent.Consistent {
	var members []consistent.Member
	for _, id := range ids {
		members = append(members, member(id))
	}
	return consistent.New(members, consistent.Config{Hasher: hasher(xxhash.Sum64)})
}

// TestAnswersOfBuraksezer holds the adapter against the library, through changes.
func TestAnswersOfBuraksezer(t *testing.T) {
	b, err := NewBuraksezer(contract.Options{}, nodes("c", "a"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(b.Add("b", 1), b.Remove("c"), b.Add("d", 1)); err != nil {
		t.Fatal(err)
	}
	library := buraksezerOf("a", "b", "d")
	for i := range 1000 {
		key := fmt.Sprintf("key-%d", i)
		if got, want := b.Nodes()[b.LocateString(key)].ID, library.LocateKey([]byte(key)).String(); got != want {
			t.Fatalf("%s belongs to %q, and the library says %q", key, got, want)
		}
	}
}

// TestBuraksezerMoves is why the entry is not monotone: when one of ten nodes leaves, partitions move between those that
// stay.
func TestBuraksezerMoves(t *testing.T) {
	var ids []string
	for i := range 10 {
		ids = append(ids, fmt.Sprintf("node-%d", i))
	}
	before, after := buraksezerOf(ids...), buraksezerOf(ids...)
	after.Remove("node-3")
	unnecessary := 0
	for p := range consistent.DefaultPartitionCount {
		was, is := before.GetPartitionOwner(p).String(), after.GetPartitionOwner(p).String()
		if was != is && was != "node-3" {
			unnecessary++
		}
	}
	if unnecessary == 0 {
		t.Error("no partition moves between nodes that stay: the entry can say monotone")
	}
}

// TestQuietly turns a panic into an error that says what the library said.
func TestQuietly(t *testing.T) {
	err := quietly(func() { panic("not enough room") })
	if !errors.Is(err, contract.ErrOptions) || err.Error() != contract.ErrOptions.Error()+": the library says: not enough room" {
		t.Errorf("got %v", err)
	}
	if err := quietly(func() {}); err != nil {
		t.Errorf("got %v of a call that does not panic", err)
	}
}

// TestBuraksezerSharedPlace is a fault of the library: where two nodes have a point at one place, removing one panics. The
// adapter says so and keeps the nodes that there were.
func TestBuraksezerSharedPlace(t *testing.T) {
	shared := consistenttest.Func(func(key []byte) uint64 {
		if label := string(key); label == "0:a" || label == "0:b" {
			return 5
		}
		return xxhash.Sum64(key)
	})
	b, err := NewBuraksezer(contract.Options{Hash: shared}, nodes("a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Remove("a"); !errors.Is(err, contract.ErrOptions) {
		t.Errorf("Remove: got %v; if the library no longer panics, the note of its fault is out of date", err)
	}
	if got := len(b.Nodes()); got != 2 || b.Locate([]byte("key")) < 0 {
		t.Errorf("%d nodes after a Remove that failed, want 2 that own keys", got)
	}
}
