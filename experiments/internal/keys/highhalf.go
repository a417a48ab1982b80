package keys

import "encoding/binary"

func init() {
	register(generated("le8-high", "8 bytes with a counter in the high half: what a hash that only multiplies loses", 1<<31,
		func(seed uint64) Stream { return le8High(startIn(1<<31, seed)) }))
}

// le8High is a counter times 2^32, little-endian.
type le8High uint32

func (c le8High) Len() uint64 { return 1 << 31 }

func (c le8High) Append(dst []byte, i uint64) []byte {
	// The counter stays below 2^32: start and index are below 2^31.
	return binary.LittleEndian.AppendUint64(dst, (uint64(c)+i)<<32)
}
