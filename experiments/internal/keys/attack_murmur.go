package keys

import (
	"encoding/binary"
	"math/bits"
)

// murmurAttack: in each unit of two blocks a change in the first block is undone by one in the second,
// whatever the state, and so whatever the seed. Each unit can be changed or not. Source: Aumasson and
// Bernstein, SipHash: a fast short-input PRF (INDOCRYPT 2012).
var murmurAttack = AttackSet{
	Name:   "murmur3-128",
	Doc:    "blocks of 16 bytes in pairs, the second of which undoes in the state what the first has changed",
	Target: "murmur3-64 and every other part of MurmurHash3_x64_128",
	Most:   mostKeys,
	make: func(n int) [][]byte {
		keys, units := make([][]byte, n), choices(n)
		for i := range keys {
			for unit := range units {
				keys[i] = appendMurmurUnit(keys[i], uint64(unit), i>>unit&1 == 1)
			}
		}
		return keys
	},
}

// appendMurmurUnit appends 32 bytes that change the state of MurmurHash3_x64_128 in the same way whether they
// are flipped or not. The difference is set in what the function mixes the words to: bits 36 and 32 of the two
// of the first block end in bit 63 alone of one word of the state, where addition carries no further, and bit
// 63 of the second block cancels it.
func appendMurmurUnit(dst []byte, unit uint64, flipped bool) []byte {
	var mixed [4]uint64
	for i := range mixed {
		mixed[i] = random8(2).word(4*unit + uint64(i))
	}
	if flipped {
		mixed[0] ^= 1 << 36
		mixed[1] ^= 1 << 32
		mixed[2] ^= 1 << 63
	}
	for i, m := range mixed {
		dst = binary.LittleEndian.AppendUint64(dst, unmixMurmur(i, m))
	}
	return dst
}

// unmixMurmur returns the word that the function mixes to m: the first of a block is rotl(w c1, 31) c2, the
// second rotl(w c2, 33) c1.
func unmixMurmur(position int, m uint64) uint64 {
	const c1, c2 = 0x87c37b91114253d5, 0x4cf5ad432745937f
	if position%2 == 0 {
		return bits.RotateLeft64(m*inverse(c2), -31) * inverse(c1)
	}
	return bits.RotateLeft64(m*inverse(c1), -33) * inverse(c2)
}
