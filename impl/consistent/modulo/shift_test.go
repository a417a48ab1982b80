package modulo

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"hashlab/impl/consistent"
)

func shift(t *testing.T, n int) *Shift {
	t.Helper()
	var nodes []consistent.Node
	for i := range n {
		nodes = append(nodes, consistent.Node{ID: fmt.Sprint(i), Weight: 1})
	}
	s, err := NewShift(consistent.Options{}, nodes)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestShiftLocate(t *testing.T) {
	s := shift(t, 3)
	const third = math.MaxUint64 / 3 // 2^64 / 3 rounded down
	for h, want := range map[uint64]int32{0: 0, third: 0, third + 1: 1, 2*third + 1: 2, 2 * third: 1, math.MaxUint64: 2} {
		if got := s.Locate(h); got != want {
			t.Errorf("Locate(%#x) = %d, want %d", h, got, want)
		}
	}
	dst := make([]int32, 5)
	if n := s.LocateN(dst, math.MaxUint64); n != 3 || !slices.Equal(dst[:3], []int32{2, 0, 1}) {
		t.Errorf("LocateN(5 places, 2^64-1) = %v, want [2 0 1]", dst[:n])
	}
}

// TestShiftMovesHalf: node i of N keeps (N-i) / (N (N+1)), which adds up to one half. On a grid of N (N+1) steps each
// stretch is whole.
func TestShiftMovesHalf(t *testing.T) {
	for _, n := range []int{1, 4, 9, 100} {
		before, after := shift(t, n), shift(t, n+1)
		steps, kept := n*(n+1), make([]int, n)
		for step := range steps {
			// The middle of the step, in units of 2^64 / steps.
			h := uint64((float64(step) + 0.5) / float64(steps) * (1 << 64))
			if at := before.Locate(h); at == after.Locate(h) {
				kept[at]++
			}
		}
		for i, got := range kept {
			if want := n - i; got != want {
				t.Errorf("N=%d: node %d keeps %d of %d steps, want %d", n, i, got, steps, want)
			}
		}
	}
}

func TestShiftRefuses(t *testing.T) {
	if _, err := NewShift(consistent.Options{Vnodes: 7}, nil); !errors.Is(err, consistent.ErrOptions) {
		t.Errorf("vnodes: got error %v, want ErrOptions", err)
	}
	if err := shift(t, 1).Add("x", 2); !errors.Is(err, consistent.ErrWeight) {
		t.Errorf("weight 2: got error %v, want ErrWeight", err)
	}
}
