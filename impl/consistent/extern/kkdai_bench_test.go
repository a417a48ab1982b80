package extern_test

import (
	"fmt"
	"testing"

	"hashlab/impl/consistent"
	_ "hashlab/impl/consistent/maglev"
	"hashlab/impl/hash"
	_ "hashlab/impl/hash/sip"
)

// BenchmarkMaglev times Maglev at key level beside the third-party entry, under the same hash function.
func BenchmarkMaglev(b *testing.B) {
	sip, err := hash.Find("siphash24")
	if err != nil {
		b.Fatal(err)
	}
	h, err := sip.New(0)
	if err != nil {
		b.Fatal(err)
	}
	keys, dst := make([][]byte, 1024), make([]int32, 1024)
	for i := range keys {
		keys[i] = fmt.Appendf(nil, "user:%d:profile", i)
	}
	for _, n := range []int{10, 100} {
		for _, name := range []string{"maglev", "x-kkdai-maglev"} {
			b.Run(fmt.Sprintf("%s/nodes=%d", name, n), func(b *testing.B) {
				e, err := consistent.Find(name)
				if err != nil {
					b.Fatal(err)
				}
				o := consistent.Options{Hash: h}
				if e.BuiltinHash != "" {
					o.Hash = nil
				}
				var nodes []consistent.Node
				for i := range n {
					nodes = append(nodes, consistent.Node{ID: fmt.Sprintf("node-%d", i), Weight: 1})
				}
				l, err := e.Keyed(o, nodes)
				if err != nil {
					b.Fatal(err)
				}
				b.ResetTimer()
				for range b.N {
					l.LocateAll(dst, keys)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(keys)), "ns/key")
			})
		}
	}
}
