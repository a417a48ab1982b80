package keys

// crc32cAttack: the checksum is linear, and its generator polynomial is what it maps to nothing. So the
// generator can be xored into a key anywhere. Each place can be changed or not.
var crc32cAttack = AttackSet{
	Name:   "crc32c-affine",
	Doc:    "keys that differ by multiples of the generator polynomial, which the checksum cannot see",
	Target: "crc32c",
	Most:   mostKeys,
	make: func(n int) [][]byte {
		keys, places := make([][]byte, n), choices(n)
		for i := range keys {
			for place := range places {
				keys[i] = appendCRCPlace(keys[i], uint64(place), i>>place&1 == 1)
			}
		}
		return keys
	},
}

// castagnoliGenerator is the polynomial 0x1edc6f41 with its leading term, in the order in which the checksum
// takes the bits of a key, the lowest of each byte first.
var castagnoliGenerator = [5]byte{0xf1, 0x76, 0xec, 0x05, 0x01}

// appendCRCPlace appends 5 bytes, with the generator xored in where they are changed.
func appendCRCPlace(dst []byte, place uint64, changed bool) []byte {
	word := random8(3).word(place)
	for i, g := range castagnoliGenerator {
		c := byte(word >> (8 * i))
		if changed {
			c ^= g
		}
		dst = append(dst, c)
	}
	return dst
}
