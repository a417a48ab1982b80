package quality_test

import (
	"testing"
	"time"

	"hashlab/experiments/internal/quality"
	"hashlab/impl/hash"
)

// BenchmarkRun is the cost of a verdict on xxh3, and how many times as long that is as the yardstick, 10^8 hashes of
// 16 bytes by xxh3, which takes turns with it: about 1 for Quick and 5 for Full.
func BenchmarkRun(b *testing.B) {
	e, err := hash.Find("xxh3")
	if err != nil {
		b.Fatal(err)
	}
	h, err := e.New(0)
	if err != nil {
		b.Fatal(err)
	}
	for _, size := range []quality.Size{quality.Quick, quality.Full} {
		b.Run("size="+string(size), func(b *testing.B) {
			var verdict, yard time.Duration
			for b.Loop() {
				start := time.Now()
				if _, err := quality.Run(e, size); err != nil {
					b.Fatal(err)
				}
				verdict += time.Since(start)
				b.StopTimer()
				yard += yardstick(h)
				b.StartTimer()
			}
			b.ReportMetric(verdict.Seconds()/yard.Seconds(), "yardsticks")
		})
	}
}

// yardstick returns how long 10^8 hashes of keys of 16 bytes take.
func yardstick(h hash.Hash) time.Duration {
	keys, dst := make([][]byte, 1000), make([]uint64, 1000)
	for i := range keys {
		keys[i] = make([]byte, 16)
		keys[i][0] = byte(i)
	}
	start := time.Now()
	for range 100_000 {
		h.Sum(dst, keys)
	}
	return time.Since(start)
}
