package hashtest

import (
	"fmt"

	"hashlab/impl/hash"
)

// directAgrees holds the loops over the library's own function to the values of Sum, on keys of 0 to 300 bytes:
// what is timed beside Sum must do the same work.
func directAgrees(e hash.Entry) error {
	h, loops, ok := e.Direct()
	if !ok {
		return nil
	}
	ks := keys(300)
	ss, want := texts(ks), make([]uint64, len(ks))
	h.Sum(want, ks)
	for name, sum := range map[string]func(dst []uint64){
		"DirectSum":        func(dst []uint64) { loops.DirectSum(dst, ks) },
		"DirectSumStrings": func(dst []uint64) { loops.DirectSumStrings(dst, ss) },
	} {
		got := make([]uint64, len(ks))
		sum(got)
		for i := range got {
			if got[i] != want[i] {
				return fmt.Errorf("%s of %d bytes is %#x, Sum gives %#x", name, len(ks[i]), got[i], want[i])
			}
		}
	}
	return nil
}
