package rendezvous

import (
	"cmp"
	"slices"
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
	"hashlab/impl/hash"
)

// TestScores holds look-ups against a sort of all scores, under a hash of ids with four values, so that ids
// tie.
func TestScores(t *testing.T) {
	coarse := consistenttest.Func(func(key []byte) uint64 { return uint64(key[len(key)-1] % 4) })
	var nodes []consistent.Node
	for _, id := range []string{"h", "g", "f", "e", "d", "c", "b", "a"} {
		nodes = append(nodes, consistent.Node{ID: id, Weight: 1})
	}
	r, err := NewRendezvous(consistent.Options{Hash: coarse}, nodes)
	if err != nil {
		t.Fatal(err)
	}
	for i := range uint64(1000) {
		h := hash.Fmix64(i)
		points := func(at int32) uint64 {
			return score(h ^ hash.Fmix64(coarse.String(r.Nodes()[at].ID)))
		}
		want := []int32{0, 1, 2, 3, 4, 5, 6, 7}
		slices.SortStableFunc(want, func(a, b int32) int { return cmp.Compare(points(b), points(a)) })
		for size := range 10 {
			got := make([]int32, size)
			if n := r.LocateN(got, h); n != min(size, 8) || !slices.Equal(got[:n], want[:n]) {
				t.Fatalf("LocateN(%d places, %#x) = %v, want %v", size, h, got[:n], want[:min(size, 8)])
			}
		}
		if got := r.Locate(h); got != want[0] {
			t.Fatalf("Locate(%#x) = %d, want %d", h, got, want[0])
		}
	}
}

// TestScore: the last step of Fmix64 completes a score to it.
func TestScore(t *testing.T) {
	for i := range uint64(100) {
		if x := score(i * 0x9e3779b97f4a7c15); x^x>>33 != hash.Fmix64(i*0x9e3779b97f4a7c15) {
			t.Fatalf("score(%d) is not Fmix64 short of its last step", i)
		}
	}
}

func TestScoreZeroOwns(t *testing.T) {
	// A score maps 0 to 0, so a hash equal to the only node's seed scores 0.
	r, err := NewRendezvous(consistent.Options{Hash: consistenttest.Func(func([]byte) uint64 { return 7 })},
		[]consistent.Node{{ID: "a", Weight: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Locate(hash.Fmix64(7)); got != 0 {
		t.Errorf("Locate of a score of 0 = %d, want 0", got)
	}
}

func TestBytes(t *testing.T) {
	r, err := NewRendezvous(consistent.Options{Hash: consistenttest.Func(func(key []byte) uint64 { return uint64(len(key)) })},
		[]consistent.Node{{ID: "a", Weight: 1}, {ID: "bb", Weight: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Bytes(), int64(2*(24+8)); got != want {
		t.Errorf("Bytes() = %d with two nodes, want %d", got, want)
	}
}
