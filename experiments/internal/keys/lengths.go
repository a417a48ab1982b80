package keys

import "strconv"

func init() {
	register(generated("short3", "all keys of 3 bytes, in a random order: the path for short keys", 1<<24,
		func(seed uint64) Stream { return short{newPermutation(1<<24, seed), 3} }))
	register(generated("long", "200 zero bytes and a counter in decimal: the loop for long keys", endless,
		func(seed uint64) Stream { return behindZeros(startIn(counterStarts, seed)) }))
}

// zeros is what all keys of class long begin with.
var zeros [200]byte

// behindZeros is a counter in decimal behind the zeros.
type behindZeros uint64

func (c behindZeros) Len() uint64 { return endless }

func (c behindZeros) Append(dst []byte, i uint64) []byte {
	return strconv.AppendUint(append(dst, zeros[:]...), uint64(c)+i, 10)
}
