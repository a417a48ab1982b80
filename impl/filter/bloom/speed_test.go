//go:build !race

package bloom

import (
	"testing"
	"time"
)

func TestSizingIsFast(t *testing.T) {
	const limit = 5 * time.Millisecond
	for _, fpr := range []float64{0.5, 0.01, 1e-9} {
		fastest := time.Hour
		for range 20 { // the fastest, since other work shares the machine
			start := time.Now()
			if _, _, err := fewestBits(10_000_000, fpr, 0); err != nil {
				t.Fatal(err)
			}
			fastest = min(fastest, time.Since(start))
		}
		if fastest > limit {
			t.Errorf("fpr=%v: sizing takes %v, want at most %v", fpr, fastest, limit)
		}
	}
}
