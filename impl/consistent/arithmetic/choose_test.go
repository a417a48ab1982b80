package arithmetic

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"hashlab/impl/hash"
)

// choosing are the functions whose schemes offer replicas.
var choosing = map[string]bucketFunc{"binomial": binomial, "flip": flip, "jump-choose": jump}

// setOf is set(k, n) of choose by its definition.
func setOf(k int, h uint64, n int32, bucket bucketFunc) []int32 {
	if k == 0 {
		return nil
	}
	greatest := bucket(h, n)
	for i := int32(1); i < int32(k); i++ {
		greatest = max(greatest, i+bucket(replicaKey(h, i), n-i))
	}
	return append(setOf(k-1, h, greatest, bucket), greatest)
}

// TestChooseIsItsDefinition holds the k first replicas against set(k, n), for every k.
func TestChooseIsItsDefinition(t *testing.T) {
	for name, bucket := range choosing {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				h, n := rapid.Uint64().Draw(t, "h"), rapid.Int32Range(1, 40).Draw(t, "n")
				dst := make([]int32, n+2)
				if got := choose(dst, h, n, bucket); got != int(n) {
					t.Fatalf("%d replicas of %d nodes", got, n)
				}
				for k := range n + 1 {
					got := slices.Clone(dst[:k])
					slices.Sort(got)
					if want := setOf(int(k), h, n, bucket); !slices.Equal(got, want) {
						t.Fatalf("the first %d of %d are %v, want %v", k, n, got, want)
					}
				}
			})
		})
	}
}

// TestChooseChangesOne follows the replicas of keys as nodes come: at most one of them changes, and it becomes the
// newcomer. How often is binomial with chance k/(n+1), here within 6.5 standard deviations: a false alarm has a
// chance of 1e-10, and an excess of 2 % is found. 3/11 = 0.273 is the project's reference for three of 10 nodes.
func TestChooseChangesOne(t *testing.T) {
	const keys = 300_000
	for name, bucket := range choosing {
		if name == "binomial" {
			continue // its bias enters the chance
		}
		for _, test := range []struct{ k, n int32 }{{3, 10}, {2, 2}, {5, 16}} {
			t.Run(fmt.Sprintf("%s/k=%d/n=%d", name, test.k, test.n), func(t *testing.T) {
				before, after, moved := make([]int32, test.k), make([]int32, test.k), 0
				for i := range uint64(keys) {
					h := hash.Fmix64(i + 1)
					choose(before, h, test.n, bucket)
					choose(after, h, test.n+1, bucket)
					if slices.Contains(after, test.n) {
						moved++
					}
					for _, x := range after {
						if x != test.n && !slices.Contains(before, x) {
							t.Fatalf("key %#x: replicas %v become %v when node %d comes", h, before, after, test.n)
						}
					}
				}
				p := float64(test.k) / float64(test.n+1)
				if off := math.Abs(float64(moved)/keys - p); off > 6.5*math.Sqrt(p*(1-p)/keys) {
					t.Errorf("%.4f of keys change, want %.4f", float64(moved)/keys, p)
				}
			})
		}
	}
}

// TestChooseIsUniform counts the sets of k of n nodes: chi-square, false alarm 1e-9. At half a million keys it finds
// one set of 28 that is off by 6 %. That of binomial is at powers of two only, where its bias is out of sight.
func TestChooseIsUniform(t *testing.T) {
	const keys = 500_000
	for name, bucket := range choosing {
		for _, test := range []struct{ k, n, sets int }{{2, 5, 10}, {2, 8, 28}, {3, 6, 20}} {
			if name == "binomial" && test.n != 8 {
				continue
			}
			seen, dst := map[int]float64{}, make([]int32, test.k)
			for i := range uint64(keys) {
				choose(dst, hash.Fmix64(i+1), int32(test.n), bucket)
				set := 0
				for _, x := range dst {
					set |= 1 << x
				}
				seen[set]++
			}
			if len(seen) != test.sets {
				t.Fatalf("%s: %d sets of %d of %d, want %d", name, len(seen), test.k, test.n, test.sets)
			}
			if p := chiSquareP(slices.Collect(maps.Values(seen)), evenShares(test.sets)); p < 1e-9 {
				t.Errorf("%s: chi-square of the sets of %d of %d has p = %.2g: %v", name, test.k, test.n, p, seen)
			}
		}
	}
}

// TestChooseNeedsIndependence shows why jumpback and power offer no replicas: the sets would be uneven.
func TestChooseNeedsIndependence(t *testing.T) {
	for name, bucket := range map[string]bucketFunc{"jumpback": jumpBack, "power": power} {
		counts := make([]float64, 25)
		var dst [2]int32
		for i := range uint64(500_000) {
			choose(dst[:], hash.Fmix64(i+1), 5, bucket)
			counts[5*max(dst[0], dst[1])+min(dst[0], dst[1])]++
		}
		counts = slices.DeleteFunc(counts, func(c float64) bool { return c == 0 })
		if p := chiSquareP(counts, evenShares(10)); p > 1e-9 {
			t.Errorf("%s: chi-square of the sets has p = %.2g, so replicas could be offered: %v", name, p, counts)
		}
	}
}
