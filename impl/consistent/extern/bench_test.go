package extern

import (
	"fmt"
	"testing"

	"hashlab/impl/consistent"
	_ "hashlab/impl/consistent/jump"
	_ "hashlab/impl/consistent/rendezvous"
	_ "hashlab/impl/consistent/ring"
	"hashlab/impl/hash"
	_ "hashlab/impl/hash/xx"
)

// BenchmarkKeys compares look-ups of user keys by our own rings with xxh3 and by libraries as they are, all with 160
// points a node, and rendezvous and jump with their third-party counterparts under the same hash.
func BenchmarkKeys(b *testing.B) {
	e, err := hash.Find("xxh3")
	if err != nil {
		b.Fatal(err)
	}
	xxh3, err := e.New(0)
	if err != nil {
		b.Fatal(err)
	}
	keys := make([][]byte, 1<<14)
	for i := range keys {
		keys[i] = fmt.Appendf(nil, "user:%d:profile", i)
	}
	dst := make([]int32, len(keys))
	for _, n := range []int{10, 100, 1000} {
		var list []consistent.Node
		for i := range n {
			list = append(list, consistent.Node{ID: fmt.Sprintf("node-%d", i), Weight: 1})
		}
		for _, name := range []string{"ring-vnodes", "x-groupcache", "x-serialx", "jump", "x-dgryski-jump", "rendezvous", "x-dgryski-rendezvous"} {
			e, err := consistent.Find(name)
			if err != nil {
				b.Fatal(err)
			}
			o := consistent.Options{Hash: xxh3}
			if e.BuiltinHash != "" {
				o.Hash = nil
			}
			if e.Vnodes {
				o.Vnodes = 160
			}
			l, err := e.Keyed(o, list)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("nodes=%d/locator=%s", n, name), func(b *testing.B) {
				for b.Loop() {
					l.LocateAll(dst, keys)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(keys)), "ns/key")
			})
		}
	}
}
