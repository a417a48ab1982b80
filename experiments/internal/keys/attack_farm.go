package keys

import (
	"encoding/binary"
	"math/bits"
)

// farmAttack: the 32 bytes of a key reach the hash through two sums only, to which the seed is added
// afterwards. Source: Aumasson and Bernstein, SipHash: a fast short-input PRF (INDOCRYPT 2012);
// CVE-2012-6051 for the same step of CityHash.
var farmAttack = AttackSet{
	Name:   "farm-32",
	Doc:    "keys of 32 bytes that agree in the two sums which FarmHash and CityHash make of them",
	Target: "farm64, farm-fp64, farm64-seeded; CityHash64",
	Most:   mostKeys,
	make: func(n int) [][]byte {
		keys := make([][]byte, n)
		for i := range keys {
			keys[i] = farmKey(1, 2, random8(1).word(uint64(2*i)), random8(1).word(uint64(2*i+1)))
		}
		return keys
	},
}

// farmKey returns the key of 32 bytes that begins with the words w0 and w1 and has the sums u and v. With
// a = w0 k1, b = w1, c = w3 (k2+64) and d = w2 k2 they are, of HashLen17to32 of FarmHash,
//
//	u = ror(a+b, 43) + ror(c, 30) + d        v = a + ror(b+k2, 18) + c
//
// which v solves for c, and then u for d.
func farmKey(u, v, w0, w1 uint64) []byte {
	const k1, k2 = 0xb492b66fbe98f273, 0x9ae16a3b2f90404f
	a, b := w0*k1, w1
	c := v - a - bits.RotateLeft64(b+k2, -18)
	d := u - bits.RotateLeft64(a+b, -43) - bits.RotateLeft64(c, -30)
	key := binary.LittleEndian.AppendUint64(nil, w0)
	key = binary.LittleEndian.AppendUint64(key, w1)
	key = binary.LittleEndian.AppendUint64(key, d*inverse(k2))
	return binary.LittleEndian.AppendUint64(key, c*inverse(k2+64))
}
