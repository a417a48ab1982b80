package quality_test

import (
	"testing"

	"hashlab/experiments/internal/quality"
	"hashlab/impl/hash"
)

// BenchmarkRun is the cost of a verdict on xxh3. Its yardstick is BenchmarkYardstick: Quick takes about as
// long, Full about five times as long.
func BenchmarkRun(b *testing.B) {
	e, err := hash.Find("xxh3")
	if err != nil {
		b.Fatal(err)
	}
	for _, size := range []quality.Size{quality.Quick, quality.Full} {
		b.Run("size="+string(size), func(b *testing.B) {
			for b.Loop() {
				if _, err := quality.Run(e, size); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkYardstick is 10^8 hashes of 16 bytes by xxh3.
func BenchmarkYardstick(b *testing.B) {
	e, err := hash.Find("xxh3")
	if err != nil {
		b.Fatal(err)
	}
	h, err := e.New(0)
	if err != nil {
		b.Fatal(err)
	}
	keys, dst := make([][]byte, 1000), make([]uint64, 1000)
	for i := range keys {
		keys[i] = make([]byte, 16)
		keys[i][0] = byte(i)
	}
	for b.Loop() {
		for range 100_000 {
			h.Sum(dst, keys)
		}
	}
}
