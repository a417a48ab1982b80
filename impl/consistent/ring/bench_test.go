package ring

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
	_ "hashlab/impl/hash/xx"
)

// benchNodes are the sizes of the project's bars on speed, at V = 160.
var benchNodes = []int{10, 100, 1000}

func xxh3(b *testing.B) hash.Hash {
	b.Helper()
	e, err := hash.Find("xxh3")
	if err != nil {
		b.Fatal(err)
	}
	h, err := e.New(0)
	if err != nil {
		b.Fatal(err)
	}
	return h
}

func benchRing(b *testing.B, n int) *Vnodes {
	b.Helper()
	r, err := NewVnodes(consistent.Options{Hash: xxh3(b)}, benchList(n))
	if err != nil {
		b.Fatal(err)
	}
	return r
}

func benchList(n int) []consistent.Node {
	nodes := make([]consistent.Node, n)
	for i := range nodes {
		nodes[i] = consistent.Node{ID: fmt.Sprintf("node-%d", i), Weight: 1}
	}
	return nodes
}

// benchHashes are 2^16 hashes: more than a branch predictor learns.
func benchHashes() []uint64 {
	hs := make([]uint64, 1<<16)
	for i := range hs {
		hs[i] = hash.Fmix64(uint64(i) + 1)
	}
	return hs
}

// perKey reports the time of one of the keys of each operation.
func perKey(b *testing.B, keys int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(keys), "ns/key")
}

// BenchmarkLookup compares a look-up of hashes with a binary search over the same points, and with a control
// that does the same two dependent loads, of an index and of a point, and nothing else.
func BenchmarkLookup(b *testing.B) {
	hs, dst := benchHashes(), make([]int32, 1<<16)
	for _, n := range benchNodes {
		r := benchRing(b, n)
		real, heads, starts, shift := r.Points(), r.circle.heads, r.circle.starts, r.circle.shift&63
		for _, way := range []struct {
			name string
			run  func()
		}{
			{"bulk", func() { r.LocateAll(dst, hs) }},
			{"single", func() {
				for i, h := range hs {
					dst[i] = r.Locate(h)
				}
			}},
			{"binary-search", func() {
				for i, h := range hs {
					at := sort.Search(len(real), func(i int) bool { return real[i].Hash >= h })
					if at == len(real) {
						at = 0
					}
					dst[i] = real[at].Node
				}
			}},
			{"two-loads", func() {
				for i, h := range hs {
					dst[i] = int32(heads[starts[h>>shift]])
				}
			}},
		} {
			b.Run(fmt.Sprintf("nodes=%d/way=%s", n, way.name), func(b *testing.B) {
				for b.Loop() {
					way.run()
				}
				perKey(b, len(hs))
			})
		}
	}
}

// BenchmarkBuild compares putting points in order with a sort of the same points by (hash, node, index), and
// shows what hashing the labels adds.
func BenchmarkBuild(b *testing.B) {
	type indexed struct {
		consistent.Point
		index int32
	}
	for _, n := range benchNodes {
		r := benchRing(b, n)
		var points []consistent.Point
		for i, node := range r.Nodes() {
			points = r.place(points, node, int32(i))
		}
		list := make([]indexed, len(points))
		b.Run(fmt.Sprintf("nodes=%d/way=circle", n), func(b *testing.B) {
			for b.Loop() {
				newCircle(points)
			}
		})
		b.Run(fmt.Sprintf("nodes=%d/way=sort", n), func(b *testing.B) {
			for b.Loop() {
				for i, p := range points {
					list[i] = indexed{p, int32(i % defaultVnodes)}
				}
				slices.SortFunc(list, func(p, q indexed) int {
					return cmp.Or(cmp.Compare(p.Hash, q.Hash), cmp.Compare(p.Node, q.Node), cmp.Compare(p.index, q.index))
				})
			}
		})
		b.Run(fmt.Sprintf("nodes=%d/way=with-labels", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := NewVnodes(consistent.Options{Hash: r.hash}, r.Nodes()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkChange adds a node to N-1 others and removes it, an operation for both, to be compared with twice
// BenchmarkBuild/way=with-labels.
func BenchmarkChange(b *testing.B) {
	for _, n := range benchNodes {
		r := benchRing(b, n)
		id := r.Nodes()[n/2].ID
		b.Run(fmt.Sprintf("nodes=%d", n), func(b *testing.B) {
			if err := r.Remove(id); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if err := errors.Join(r.Add(id, 1), r.Remove(id)); err != nil {
					b.Fatal(err)
				}
			}
			if err := r.Add(id, 1); err != nil {
				b.Fatal(err)
			}
		})
	}
}
