package ring

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
)

// draw returns n points of 16 nodes in the order of Node, whose hashes go through cut.
func draw(n int, cut func(uint64) uint64) []consistent.Point {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	points := make([]consistent.Point, n)
	for i := range points {
		points[i] = consistent.Point{Hash: cut(r.Uint64()), Node: int32(i * 16 / n)}
	}
	return points
}

// cuts shape the hashes of points: even ones, and ones that crowd in few buckets or places.
var cuts = map[string]func(uint64) uint64{
	"even":      func(h uint64) uint64 { return h },
	"low":       func(h uint64) uint64 { return h >> 32 },
	"high":      func(h uint64) uint64 { return h | 0xffffff<<40 },
	"8 places":  func(h uint64) uint64 { return h &^ (1<<61 - 1) },
	"1 place":   func(uint64) uint64 { return 5 },
	"zero":      func(uint64) uint64 { return 0 },
	"all ones":  func(uint64) uint64 { return math.MaxUint64 },
	"high half": func(h uint64) uint64 { return h&3<<62 | h>>60 }, // four high halves, told apart by the low ones
}

// owner is the definition: of the points at or after h the first in the order of (Hash, Node), else of all.
func owner(points []consistent.Point, h uint64) int32 {
	best, first := consistent.Point{Node: -1}, consistent.Point{Node: -1}
	before := func(p, q consistent.Point) bool {
		return q.Node < 0 || p.Hash < q.Hash || p.Hash == q.Hash && p.Node < q.Node
	}
	for _, p := range points {
		if p.Hash >= h && before(p, best) {
			best = p
		}
		if before(p, first) {
			first = p
		}
	}
	if best.Node < 0 {
		return first.Node
	}
	return best.Node
}

func TestLookup(t *testing.T) {
	withKernels(t, testLookup)
}

// withKernels runs a test with each code path of bulk look-ups that this build has on this machine.
func withKernels(t *testing.T, test func(t *testing.T)) {
	if assembly {
		t.Run("kernel=bmi2", test)
		assembly = false
		defer func() { assembly = true }()
	}
	t.Run("kernel=go", test)
}

// TestLengths holds bulk look-ups of every number of hashes around what the kernels handle apart.
func TestLengths(t *testing.T) {
	withKernels(t, func(t *testing.T) {
		for _, n := range []int{100, manyPoints} {
			c, r := newCircle(draw(n, cuts["even"])), rand.New(rand.NewPCG(2, 2))
			hs := make([]uint64, 3*blockHashes)
			want := make([]int32, len(hs))
			for i := range hs {
				hs[i] = r.Uint64()
				want[i] = c.node(c.find(hs[i]))
			}
			for length := range hs {
				got := slices.Repeat([]int32{-2}, length+1)
				c.locateAll(got, hs[:length])
				if diff := cmp.Diff(append(slices.Clone(want[:length]), -2), got); diff != "" {
					t.Fatalf("points=%d/hashes=%d (-want +got):\n%s", n, length, diff)
				}
			}
		}
	})
}

func testLookup(t *testing.T) {
	for name, cut := range cuts {
		for _, n := range []int{0, 1, 2, 3, 5, 16, 100, 257} {
			t.Run(fmt.Sprintf("hashes=%s/points=%d", name, n), func(t *testing.T) {
				points := draw(n, cut)
				c := newCircle(points)
				hs := []uint64{0, 1, math.MaxUint64 - 1, math.MaxUint64, 1 << 63}
				for _, p := range points {
					hs = append(hs, p.Hash-1, p.Hash, p.Hash+1)
				}
				bulk := make([]int32, len(hs))
				c.locateAll(bulk, hs)
				for i, h := range hs {
					want := owner(points, h)
					if got := c.node(c.find(h)); got != want || bulk[i] != want {
						t.Fatalf("owner of %#x is %d, %d in bulk; want %d", h, got, bulk[i], want)
					}
				}
			})
		}
	}
}

// TestChange holds merging and filtering against a circle that is made anew.
func TestChange(t *testing.T) {
	for name, cut := range cuts {
		all := draw(160, cut)
		for at := range int32(16) {
			t.Run(fmt.Sprintf("hashes=%s/node=%d", name, at), func(t *testing.T) {
				var rest, fresh []consistent.Point
				for _, p := range all {
					switch {
					case p.Node == at:
						fresh = append(fresh, p)
					case p.Node > at:
						rest = append(rest, consistent.Point{Hash: p.Hash, Node: p.Node - 1})
					default:
						rest = append(rest, p)
					}
				}
				with, without, single := newCircle(all), newCircle(rest), newCircle(fresh)
				merged, filtered := without.clone(), with.clone()
				merged.insert(single.points(), at)
				if diff := cmp.Diff(with, merged, cmp.AllowUnexported(circle{})); diff != "" {
					t.Errorf("merged (-want +got):\n%s", diff)
				}
				filtered.remove(at, len(fresh))
				if diff := cmp.Diff(without, filtered, cmp.AllowUnexported(circle{})); diff != "" {
					t.Errorf("filtered (-want +got):\n%s", diff)
				}
				merged.remove(at, len(fresh)) // and back, in the room that it has now
				if diff := cmp.Diff(without, merged, cmp.AllowUnexported(circle{})); diff != "" {
					t.Errorf("merged and filtered (-want +got):\n%s", diff)
				}
			})
		}
	}
}

// TestBytes holds Bytes against the heap: the runtime rounds four large blocks up to pages of 8 KiB.
func TestBytes(t *testing.T) {
	h := consistenttest.Func(func(key []byte) uint64 { return uint64(key[len(key)-1]) << 56 })
	nodes := make([]consistent.Node, 1000)
	for i := range nodes {
		nodes[i] = consistent.Node{ID: fmt.Sprintf("node-%d", i), Weight: 1}
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r, err := NewVnodes(consistent.Options{Hash: h}, nodes)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	got, want := float64(r.Bytes()), float64(after.HeapAlloc-before.HeapAlloc)
	if math.Abs(got-want) > 4*8192+4096 {
		t.Errorf("Bytes() = %.0f, and the heap grew by %.0f", got, want)
	}
}
