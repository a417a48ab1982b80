package filter

import (
	"math"
	"testing"
)

// TestAsk: what is asked for is never read, so that numbers beyond an array do no harm, and nothing is allocated.
func TestAsk(t *testing.T) {
	array, at := make([]uint32, 100), []uint64{0, 1, 99, 100, 1 << 40, math.MaxUint64}
	if got := testing.AllocsPerRun(10, func() { Ask(array, at); Ask(array, nil); Ask([]uint32(nil), at) }); got != 0 {
		t.Errorf("asking allocates %v times", got)
	}
}

func TestKernel(t *testing.T) {
	if got := Kernel(); (got != KernelGo) != canAsk {
		t.Errorf("the kernel is %s where memory can be asked for: %t", got, canAsk)
	}
}

// TestWorthAsking: nothing is asked for where there is no way to ask, nor within the near caches.
func TestWorthAsking(t *testing.T) {
	for bytes, want := range map[int64]bool{0: false, farBytes: false, farBytes + 1: canAsk, math.MaxInt64: canAsk} {
		if got := WorthAsking(bytes); got != want {
			t.Errorf("bytes=%d: got %t, want %t", bytes, got, want)
		}
	}
}
