package keys

import "bytes"

// xxh3Attack: in the last of two blocks the words are added to parts of the seed before they are multiplied;
// inverting all of them leaves the product unchanged for a share of seeds. Source: issue 1127 of
// Cyan4973/xxHash, which gives the pair and the first seed; the others were found by trying. No seed below 2^20 is among them.
var xxh3Attack = AttackSet{
	Name:   "xxh3-pair",
	Doc:    "two keys of 32 bytes that collide for one seed in about 1,450, where chance would need 2^64",
	Target: "xxh3",
	Seeds: []uint64{0x2468b3bc26a44073, 0xd4af6e74d2cca0ef, 0xf70528ec4acd5f19, 0xe140d795591d68bb, 0x79157ae4562542f5,
		0x8bc7f75f856e0085, 0x8cdb61cd6ff9e299, 0x4ec334e653e587d7},
	Most: 2,
	make: func(n int) [][]byte {
		tail := []byte("\x51\x15\x12\x10\x40\x44\x00\x00\x00\x00\x00\x82\x04\x00\x01\x05")
		inverted := bytes.Clone(tail)
		for i := range inverted {
			inverted[i] ^= 0xff
		}
		zeros := make([]byte, 16)
		return [][]byte{append(bytes.Clone(zeros), tail...), append(zeros, inverted...)}[:n]
	},
}
