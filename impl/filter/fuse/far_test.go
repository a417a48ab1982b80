package fuse

import (
	"fmt"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// TestFarLookUps holds bulk look-ups that ask for cells ahead against single ones.
func TestFarLookUps(t *testing.T) {
	t.Run("bits=8", farLookUps[uint8])
	t.Run("bits=16", farLookUps[uint16])
}

func farLookUps[F fingerprint](t *testing.T) {
	for _, n := range []int{1, 2, 100, 5000} {
		hs := make([]uint64, n)
		for i := range hs {
			hs[i] = hash.Fmix64(uint64(i))
		}
		f, err := NewThreeWise[F](filter.Spec{N: uint64(n)}, hs)
		if err != nil {
			t.Fatal(err)
		}
		if f.far {
			t.Errorf("n=%d: a filter of %d bytes is far", n, f.Bytes())
		}
		f.far = true
		for _, length := range []int{0, 1, 2, askedKeys - 1, askedKeys, askedKeys + 1, 3 * askedKeys} {
			name := fmt.Sprintf("n=%d,queries=%d", n, length)
			queries, answers, count := make([]uint64, length), make([]bool, length), 0
			for i := range queries {
				queries[i] = hash.Fmix64(uint64(i / 2 * (1 + i%2*1_000_003))) // every other one absent
			}
			f.ContainsAll(answers, queries)
			for i, h := range queries {
				if want := f.Contains(h); answers[i] != want {
					t.Fatalf("%s: ContainsAll says %t of hash %d, want %t", name, answers[i], i, want)
				} else if want {
					count++
				}
			}
			if got := f.Count(queries); got != count {
				t.Errorf("%s: Count returns %d, want %d", name, got, count)
			}
		}
	}
}
