package filtertest

import (
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"hashlab/impl/filter"
)

// toy is a counting filter, one byte a position, with a fault to plant.
type toy struct {
	counters []uint8
	params   filter.Params
	fault    string
	added    int
	asked    atomic.Int64 // look-ups, under the fault "look-ups wear out"
}

const toyPinned = 0x54981d1ee78e726e

func newToy(fault string) func(filter.Spec) (filter.Mutable, error) {
	return func(s filter.Spec) (filter.Mutable, error) {
		if fault == "panics on NaN" && math.IsNaN(s.FPR) {
			panic("NaN")
		}
		if fault == "takes a rate of 1" && s.FPR == 1 {
			s.FPR = 0.5
		}
		if fault == "allocates before it refuses" && s.M == 1<<33 {
			_ = slices.Repeat([]byte{1}, 1<<29)
		}
		if err := s.Check(); err != nil {
			return nil, err
		}
		if s.N == 0 && (s.M == 0 || s.K == 0) || s.N > 1<<36 || s.M == 0 && s.FPR == 0 {
			return nil, filter.ErrSpec
		}
		if s.M == 0 {
			s.M, s.K = (10*s.N+64)*8, 7 // at least 1 % by a margin
		}
		params := filter.Params{N: s.N, M: s.M, K: s.K, CounterBits: 8}
		f := &toy{counters: make([]uint8, s.M/8), params: params, fault: fault}
		if fault == "params lack n" {
			f.params.N = 0
		}
		if fault == "neither filter nor error" && s.N == 1 {
			return nil, nil
		}
		return f, nil
	}
}

// places calls use with every position of h.
func (f *toy) places(h uint64, use func(at uint64)) {
	positions := uint64(len(f.counters))
	if f.fault == "misses the last position" {
		positions--
	}
	if f.fault == "uses half of the positions" {
		positions /= 2
	}
	for range f.params.K {
		h *= 0x9e3779b97f4a7c15
		at, _ := bits.Mul64(h, positions)
		use(at)
	}
}

func (f *toy) Add(h uint64) bool {
	f.added++
	if f.fault == "loses the 1900th key" && f.added == 1900 {
		return true
	}
	if f.fault == "loses a key when full" && uint64(f.added) > f.params.N+1000 && f.params.N == 1000 {
		f.counters = make([]uint8, len(f.counters))
		return false
	}
	if f.fault == "adding again toggles" && f.Contains(h) {
		h = ^h
	}
	f.places(h, func(at uint64) { f.counters[at] += b2i(f.counters[at] < 255) })
	return true
}

func b2i(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

func (f *toy) Remove(h uint64) bool {
	if f.fault != "removes what is not there" && !f.Contains(h) {
		return false
	}
	f.places(h, func(at uint64) {
		switch {
		case f.fault == "removal clears":
			f.counters[at] = 0
		case f.counters[at] > 0:
			f.counters[at]--
		}
	})
	return true
}

func (f *toy) AddAll(hs []uint64) int {
	for i, h := range hs {
		if f.fault == "bulk add misses the last" && i == len(hs)-1 {
			break
		}
		if !f.Add(h) {
			return i
		}
	}
	return len(hs)
}

func (f *toy) Contains(h uint64) bool {
	if f.fault == "look-ups wear out" && f.asked.Add(1) > 60_000 {
		return false
	}
	if f.fault == "always yes" {
		return true
	}
	found := true
	f.places(h, func(at uint64) { found = found && f.counters[at] > 0 })
	return found
}

func (f *toy) ContainsAll(dst []bool, hs []uint64) {
	if f.fault == "bulk writes past the end" {
		dst[len(hs)] = true
	}
	if f.fault != "bulk takes a short dst" {
		dst = dst[:len(hs):len(dst)]
	}
	for i := range dst {
		if i < len(hs) && !(f.fault == "bulk look-up misses the last" && i == len(hs)-1) {
			dst[i] = f.Contains(hs[i])
		}
	}
}

func (f *toy) Count(hs []uint64) int {
	count := 0
	if f.fault == "count allocates" {
		hs = slices.Clone(hs)
	}
	for _, h := range hs {
		if f.Contains(h) {
			count++
		}
	}
	if f.fault == "count is one off" {
		count++
	}
	return count
}

func (f *toy) Params() filter.Params { return f.params }

func (f *toy) Bytes() int64 {
	if f.fault == "bytes are bits" {
		return int64(f.params.M)
	}
	return int64(len(f.counters))
}

func (f *toy) FillRatio() float64 {
	set := 0
	for _, c := range f.counters {
		set += int(b2i(c > 0))
	}
	return float64(set) / float64(len(f.counters))
}
