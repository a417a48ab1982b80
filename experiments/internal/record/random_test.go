package record

import "testing"

// Whatever a stream depends on gives another one, and the same gives the same: pinned, since the order of blocks
// hangs on it.
func TestRandom(t *testing.T) {
	seen := map[uint64]string{}
	for name, first := range map[string]uint64{
		"order 1":     Random("order", 1).Uint64(),
		"order 2":     Random("order", 2).Uint64(),
		"sample 1":    Random("sample", 1).Uint64(),
		"order 1 a":   Random("order", 1, "a").Uint64(),
		"order 1 ab":  Random("order", 1, "ab").Uint64(),
		"order 1 a,b": Random("order", 1, "a", "b").Uint64(),
	} {
		if other, same := seen[first]; same {
			t.Errorf("%s and %s begin with the same number", name, other)
		}
		seen[first] = name
	}
	if a, b := Random("order", 1, "a").Uint64(), Random("order", 1, "a").Uint64(); a != b {
		t.Errorf("got %d and %d, want the same twice", a, b)
	}
	if got, want := Random("order", 1).Uint64(), uint64(5860852076900963846); got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}
