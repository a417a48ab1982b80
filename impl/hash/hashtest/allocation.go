package hashtest

import (
	"fmt"

	"hashlab/impl/hash"
)

// noAllocation counts the allocations of each form over keys of lengths on both sides of the steps of the
// functions in use, up to 4096 bytes.
func noAllocation(e hash.Entry, allocs func(runs int, f func()) float64) error {
	return eachSeed(e, func(h hash.Hash) error {
		var ks [][]byte
		for _, n := range []int{0, 1, 7, 8, 9, 16, 17, 32, 33, 64, 65, 128, 129, 240, 241, 300, 1024, 4096} {
			ks = append(ks, make([]byte, n))
		}
		ss, dst := texts(ks), make([]uint64, len(ks))
		for _, form := range []struct {
			name string
			f    func()
		}{
			{"Bytes", func() {
				for i, key := range ks {
					dst[i] = h.Bytes(key)
				}
			}},
			{"String", func() {
				for i, key := range ss {
					dst[i] = h.String(key)
				}
			}},
			{"Uint64", func() {
				for i := range dst {
					dst[i] = h.Uint64(uint64(i) << 40)
				}
			}},
			{"Sum", func() { h.Sum(dst, ks) }},
			{"SumStrings", func() { h.SumStrings(dst, ss) }},
		} {
			if got := allocs(10, form.f); got != 0 {
				return fmt.Errorf("seed %#x: %s of %d keys allocates %v times", h.Seed(), form.name, len(ks), got)
			}
		}
		return nil
	})
}
