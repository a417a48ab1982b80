package keys

import "testing"

// BenchmarkLoad is the cost of making keys, in ns a key: what a measuring loop pays outside its clock.
func BenchmarkLoad(b *testing.B) {
	const count = 4096
	for _, c := range Classes() {
		b.Run("class="+c.Name, func(b *testing.B) {
			in, _, err := c.Split(count, 0, 1)
			if err != nil {
				b.Fatal(err)
			}
			benchmarkLoad(b, in, count)
		})
	}
	b.Run("fixed=64", func(b *testing.B) {
		s, err := Fixed(64, 1, count)
		if err != nil {
			b.Fatal(err)
		}
		benchmarkLoad(b, s, count)
	})
}

func benchmarkLoad(b *testing.B, s Stream, count int) {
	var batch Batch
	b.ReportAllocs()
	for b.Loop() {
		batch.Load(s, 0, count)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(count), "ns/key")
}
