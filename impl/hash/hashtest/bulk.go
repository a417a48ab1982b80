package hashtest

import (
	"fmt"

	"hashlab/impl/hash"
)

// bulkLengths gives Sum and SumStrings 0 to 70 keys at once, more than any unrolled loop takes in a step,
// in a dst that is long enough, too long and too short.
func bulkLengths(e hash.Entry) error {
	return eachSeed(e, func(h hash.Hash) error {
		for n := range 71 {
			ks := keys(n)[:n]
			ss := texts(ks)
			for name, sum := range map[string]func(dst []uint64){
				"Sum":        func(dst []uint64) { h.Sum(dst, ks) },
				"SumStrings": func(dst []uint64) { h.SumStrings(dst, ss) },
			} {
				if err := fills(h, ks, sum); err != nil {
					return fmt.Errorf("seed %#x, %s of %d keys: %w", h.Seed(), name, n, err)
				}
				if err := refusesShort(n, sum); err != nil {
					return fmt.Errorf("seed %#x, %s of %d keys: %w", h.Seed(), name, n, err)
				}
			}
		}
		return nil
	})
}

// untouched marks the places of dst that a bulk form must leave alone.
const untouched = 0xdeadbeefdeadbeef

func marked(n int) []uint64 {
	dst := make([]uint64, n)
	for i := range dst {
		dst[i] = untouched
	}
	return dst
}

func fills(h hash.Hash, ks [][]byte, sum func(dst []uint64)) error {
	sum(make([]uint64, len(ks)))
	dst := marked(len(ks) + 9)
	sum(dst)
	for i, got := range dst {
		want := uint64(untouched)
		if i < len(ks) {
			want = h.Bytes(ks[i])
		}
		if got != want {
			return fmt.Errorf("dst[%d] is %#x, want %#x", i, got, want)
		}
	}
	return nil
}

// refusesShort tries every dst shorter than n by up to 3, with and without spare capacity, which is not
// there to be used.
func refusesShort(n int, sum func(dst []uint64)) error {
	for short := max(0, n-3); short < n; short++ {
		roomy := marked(n + 9)
		for _, dst := range [][]uint64{roomy[:short], roomy[:short:short]} {
			if !panics(func() { sum(dst) }) {
				return fmt.Errorf("a dst of length %d and capacity %d does not panic", len(dst), cap(dst))
			}
		}
		for i, got := range roomy[short:] {
			if got != untouched {
				return fmt.Errorf("dst of length %d: %#x is written at %d", short, got, short+i)
			}
		}
	}
	return nil
}

func panics(f func()) (panicked bool) {
	defer func() { panicked = recover() != nil }()
	f()
	return false
}
