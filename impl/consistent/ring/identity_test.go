package ring

import (
	"slices"
	"strconv"
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
)

// TestIdentityRing holds the ring of golang/groupcache's consistenthash_test.go: the hash of a decimal text is its number,
// and the label of point i is i before the id.
func TestIdentityRing(t *testing.T) {
	number := consistenttest.Func(func(key []byte) uint64 {
		n, err := strconv.ParseUint(string(key), 10, 64)
		if err != nil {
			t.Errorf("label %q is no number", key)
		}
		return n
	})
	r := build(t, number, 3, consistent.LabelsPrefix, "6", "4", "2")
	var places []uint64
	for _, p := range r.Points() {
		places = append(places, p.Hash)
	}
	if want := []uint64{2, 4, 6, 12, 14, 16, 22, 24, 26}; !slices.Equal(places, want) {
		t.Errorf("points at %v, want %v", places, want)
	}
	for h, want := range map[uint64]string{2: "2", 11: "2", 23: "4", 27: "2"} {
		wantOwner(t, r, h, want)
	}
	must(t, r.Add("8", 1))
	wantOwner(t, r, 27, "8")
}
