package maglev_test

import (
	"fmt"
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
	"hashlab/impl/hash"
)

// idHash places nodes for benchmarks.
var idHash = consistenttest.Func(func(key []byte) uint64 {
	h := uint64(len(key))
	for _, b := range key {
		h = hash.Fmix64(h ^ uint64(b)<<56)
	}
	return h
})

func benchNodes(n int) []consistent.Node {
	nodes := make([]consistent.Node, n)
	for i := range nodes {
		nodes[i] = consistent.Node{ID: fmt.Sprintf("node-%d", i), Weight: 1}
	}
	return nodes
}

// BenchmarkLocateAll times the kernel of every scheme of the package that works on hashes, in ns a hash.
func BenchmarkLocateAll(b *testing.B) {
	for _, e := range consistent.All() {
		if e.New == nil {
			continue
		}
		for _, n := range []int{10, 100, 1000} {
			b.Run(fmt.Sprintf("%s/nodes=%d", e.Name, n), func(b *testing.B) {
				l, err := e.New(consistent.Options{Hash: idHash}, benchNodes(n))
				if err != nil {
					b.Fatal(err)
				}
				hs, dst := make([]uint64, 1024), make([]int32, 1024)
				for i := range hs {
					hs[i] = hash.Fmix64(uint64(i) + 1)
				}
				b.ResetTimer()
				for range b.N {
					l.LocateAll(dst, hs)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(hs)), "ns/hash")
			})
		}
	}
}

// BenchmarkChange times adding a node and removing it.
func BenchmarkChange(b *testing.B) {
	for _, e := range consistent.All() {
		if e.New == nil {
			continue
		}
		for _, n := range []int{10, 1000} {
			b.Run(fmt.Sprintf("%s/nodes=%d", e.Name, n), func(b *testing.B) {
				l, err := e.New(consistent.Options{Hash: idHash}, benchNodes(n))
				if err != nil {
					b.Fatal(err)
				}
				b.ResetTimer()
				for range b.N {
					if err := l.Add("newcomer", 1); err != nil {
						b.Fatal(err)
					}
					if err := l.Remove("newcomer"); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
