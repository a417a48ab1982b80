package extern

import (
	"errors"
	"fmt"
	"hash/crc32"
	"testing"

	"github.com/golang/groupcache/consistenthash"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
)

func nodes(ids ...string) []consistent.Node {
	var list []consistent.Node
	for _, id := range ids {
		list = append(list, consistent.Node{ID: id, Weight: 1})
	}
	return list
}

// wantLibrary fails t where g answers other than the library itself, filled with ids.
func wantLibrary(t *testing.T, g *Groupcache, ids ...string) {
	t.Helper()
	ring := consistenthash.New(50, nil)
	ring.Add(ids...)
	for i := range 1000 {
		key := fmt.Sprintf("key-%d", i)
		if got, want := g.Nodes()[g.LocateString(key)].ID, ring.Get(key); got != want {
			t.Fatalf("nodes %q: %s belongs to %q, and the library says %q", ids, key, got, want)
		}
	}
}

func TestAnswersOfTheLibrary(t *testing.T) {
	g, err := NewGroupcache(consistent.Options{}, nodes("c", "a"))
	if err != nil {
		t.Fatal(err)
	}
	wantLibrary(t, g, "c", "a")
	if err := g.Add("b", 1); err != nil {
		t.Fatal(err)
	}
	wantLibrary(t, g, "c", "a", "b")
	if err := g.Remove("c"); err != nil {
		t.Fatal(err)
	}
	wantLibrary(t, g, "a", "b")
}

// TestLastAddedTakesSharedPoints is what the fault "insertion-order" notes: 11 + "a" is 1 + "1a".
func TestLastAddedTakesSharedPoints(t *testing.T) {
	for _, order := range [][]string{{"a", "1a"}, {"1a", "a"}} {
		g, err := NewGroupcache(consistent.Options{}, nodes(order...))
		if err != nil {
			t.Fatal(err)
		}
		// The key equal to a label lies exactly on its point.
		if got := g.Nodes()[g.LocateString("11a")].ID; got != order[1] {
			t.Errorf("added as %q, the shared point belongs to %q, want the last", order, got)
		}
	}
}

func TestOptions(t *testing.T) {
	own := consistenttest.Func(func(key []byte) uint64 { return uint64(crc32.ChecksumIEEE(key)) })
	for name, o := range map[string]consistent.Options{
		"hash": {Hash: own}, "labels": {Labels: consistent.LabelsColon}, "vnodes": {Vnodes: -1},
	} {
		if _, err := NewGroupcache(o, nil); !errors.Is(err, consistent.ErrOptions) {
			t.Errorf("%s: got error %v, want ErrOptions", name, err)
		}
	}
	if _, err := NewGroupcache(consistent.Options{Labels: consistent.LabelsPrefix}, nil); err != nil {
		t.Errorf("the library's own labels: %v", err)
	}
}

func TestBytesGrowWithPoints(t *testing.T) {
	few, err := NewGroupcache(consistent.Options{Vnodes: 10}, nodes("a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	many, err := NewGroupcache(consistent.Options{Vnodes: 1000}, nodes("a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := many.Bytes()-few.Bytes(), int64(2*990*(8+38)); got != want {
		t.Errorf("1980 more points take %d bytes, want %d", got, want)
	}
}
