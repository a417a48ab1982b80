package keys

import (
	"encoding/binary"
	"fmt"
)

func init() {
	register(generated("random8", "uniform random 8-byte keys: the base class", endless,
		func(seed uint64) Stream { return random8(mix(seed)) }))
}

// random8 is the words of SplitMix64 with this seed, little-endian. They are distinct, since mix is a
// bijection and the step of the counter odd.
type random8 uint64

func (r random8) Len() uint64 { return endless }

func (r random8) Append(dst []byte, i uint64) []byte {
	return binary.LittleEndian.AppendUint64(dst, r.word(i))
}

func (r random8) word(i uint64) uint64 { return mix(uint64(r) + (i+1)*golden) }

// MaxFixed is the greatest length of Fixed, in bytes.
const MaxFixed = 1 << 20

// Fixed returns n distinct random keys of length bytes each, 1 … MaxFixed, that seed picks: what hashing is
// timed on by length. There are 256^length keys below 8 bytes; asking for more is an error.
func Fixed(length int, seed, n uint64) (Stream, error) {
	if length < 1 || length > MaxFixed {
		return nil, fmt.Errorf("key length %d is not in 1 … %d bytes", length, MaxFixed)
	}
	if length >= 8 {
		if n > endless {
			return nil, fmt.Errorf("%d keys are more than 2^62", n)
		}
		return window{long{random8(mix(seed)), length}, 0, n}, nil
	}
	size := uint64(1) << (8 * length)
	if n > size {
		return nil, fmt.Errorf("there are %d keys of %d bytes: too few for %d", size, length, n)
	}
	return window{short{newPermutation(size, seed), length}, 0, n}, nil
}

// short is all keys of fewer than 8 bytes in a random order.
type short struct {
	order  *permutation
	length int
}

func (s short) Len() uint64 { return s.order.n }

func (s short) Append(dst []byte, i uint64) []byte {
	end := len(dst) + s.length
	return binary.LittleEndian.AppendUint64(dst, s.order.at(i))[:end]
}

// long is keys of at least 8 bytes: a key of random8, by which they differ, and what SplitMix64 gives with
// that key as its seed.
type long struct {
	random8
	length int
}

func (l long) Append(dst []byte, i uint64) []byte {
	end := len(dst) + l.length
	first := l.word(i)
	dst = binary.LittleEndian.AppendUint64(dst, first)
	for j := uint64(0); len(dst) < end; j++ {
		dst = random8(first).Append(dst, j)
	}
	return dst[:end]
}
