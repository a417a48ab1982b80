package measure

import (
	"errors"
	"math"
	"testing"
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
