package measure

import (
	"errors"
	"math"
	"testing"
	"time"
)

var scrap []byte

func TestHeapGrowth(t *testing.T) {
	for _, size := range []int{1 << 20, 48 << 20} {
		got, err := HeapGrowth(func() (any, error) {
			scrap = make([]byte, 16<<20) // needed while building only
			scrap[0] = 1
			scrap = nil
			kept := make([]byte, size)
			return kept, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(float64(got)/float64(size)-1) > 0.05 {
			t.Errorf("size=%d: got %d bytes, want them within 5 %%", size, got)
		}
	}
}

// Keeping what build returns matters: without it the growth would be about 0.
func TestHeapGrowthOfManyParts(t *testing.T) {
	const parts, size = 50_000, 64
	got, err := HeapGrowth(func() (any, error) {
		list := make([]*[size]byte, parts)
		for i := range list {
			list[i] = new([size]byte)
		}
		return list, nil
	})
	if want := parts * (size + 8.0); err != nil || math.Abs(float64(got)/want-1) > 0.05 {
		t.Errorf("got %d bytes, %v, want %v within 5 %%", got, err, want)
	}
}

func TestHeapGrowthError(t *testing.T) {
	wrong := errors.New("wrong")
	if got, err := HeapGrowth(func() (any, error) { return nil, wrong }); !errors.Is(err, wrong) || got != 0 {
		t.Errorf("got %d, %v, want 0 and the error", got, err)
	}
}

// What is needed on the way counts for the peak and not for the growth.
func TestHeapPeak(t *testing.T) {
	const needed, kept = 64 << 20, 16 << 20
	growth, peak, err := HeapPeak(func() (any, error) {
		scrap = make([]byte, needed)
		for i := range scrap {
			scrap[i] = byte(i)
		}
		time.Sleep(20 * time.Millisecond) // long beside the steps of the watch, even on a busy machine
		scrap = nil
		return make([]byte, kept), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(float64(growth)/kept-1) > 0.05 {
		t.Errorf("growth: got %d bytes, want %d within 5 %%", growth, kept)
	}
	if float64(peak) < 0.99*needed || float64(peak) > 1.05*(needed+kept) {
		t.Errorf("peak: got %d bytes, want at least the %d needed on the way and at most that and the %d kept", peak, needed, kept)
	}
}

// Garbage is collected on the way: a peak is not the sum of all that was ever allocated, of which an eighth may lie
// there while the collector runs.
func TestHeapPeakOfGarbage(t *testing.T) {
	const garbage, part = 512 << 20, 256 << 10
	growth, peak, err := HeapPeak(func() (any, error) {
		kept := make([]byte, 32<<20)
		for range garbage / part {
			scrap = make([]byte, part)
		}
		return kept, nil
	})
	if err != nil || peak < growth || peak > growth+garbage/8 {
		t.Errorf("got a growth of %d and a peak of %d bytes, %v; want at most %d more", growth, peak, err, garbage/8)
	}
}

func TestHeapPeakError(t *testing.T) {
	wrong := errors.New("wrong")
	if growth, peak, err := HeapPeak(func() (any, error) { return nil, wrong }); !errors.Is(err, wrong) || growth != 0 || peak != 0 {
		t.Errorf("got %d, %d, %v, want 0, 0 and the error", growth, peak, err)
	}
}
