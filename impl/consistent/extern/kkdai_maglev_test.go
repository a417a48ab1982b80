package extern

import (
	"fmt"
	"testing"

	"github.com/kkdai/maglev"

	"hashlab/impl/consistent"
)

// TestAnswersOfKkdaiMaglev holds the adapter to the library itself, after changes too.
func TestAnswersOfKkdaiMaglev(t *testing.T) {
	k, err := NewKkdaiMaglev(consistent.Options{}, nodes("c", "a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	wantKkdai(t, k, "a", "b", "c")
	if err := k.Remove("b"); err != nil {
		t.Fatal(err)
	}
	wantKkdai(t, k, "a", "c")
	if err := k.Add("d", 1); err != nil {
		t.Fatal(err)
	}
	wantKkdai(t, k, "a", "c", "d")
}

func wantKkdai(t *testing.T, k *KkdaiMaglev, ids ...string) {
	t.Helper()
	library, err := maglev.NewMaglev(ids, kkdaiEntries)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 1000 {
		key := fmt.Sprintf("key-%d", i)
		want, err := library.Get(key)
		if err != nil {
			t.Fatal(err)
		}
		if got := k.Nodes()[k.LocateString(key)].ID; got != want {
			t.Fatalf("nodes %q: %s belongs to %q, and the library says %q", ids, key, got, want)
		}
	}
}

// TestKkdaiRemovesTheWrongNode shows the fault that the adapter keeps from its users: an unknown id takes its neighbour
// along.
func TestKkdaiRemovesTheWrongNode(t *testing.T) {
	library, err := maglev.NewMaglev([]string{"a", "c"}, 7)
	if err != nil {
		t.Fatal(err)
	}
	if err := library.Remove("b"); err != nil {
		t.Fatalf("Remove of an unknown id says %v: the fault is mended, and the comment should say so", err)
	}
	for i := range 20 {
		if id, err := library.Get(fmt.Sprint(i)); err != nil || id != "a" {
			t.Errorf("key %d belongs to %q (error %v), and the library is known to lose \"c\"", i, id, err)
		}
	}
}
