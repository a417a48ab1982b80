package keys

import (
	"encoding/binary"
	"encoding/hex"
)

func init() {
	register(generated("uuid4", "random UUIDs as text of 36 characters: a control, random already", endless,
		func(seed uint64) Stream { return uuid4(mix(seed)) }))
}

// uuid4 is UUIDs of version 4 (RFC 9562, section 5.4), from the words of random8 with this seed. All 64 bits
// of a word are in its UUID, so they are distinct; the other 58 random bits derive from it.
type uuid4 uint64

func (u uuid4) Len() uint64 { return endless }

func (u uuid4) Append(dst []byte, i uint64) []byte {
	word := random8(u).word(i)
	// The high half takes the upper 60 bits of the word around the 4 bits of the version, the low half its
	// last 4, below the 2 bits of the variant and 58 others.
	high := word&^0xffff | 0x4000 | word>>4&0xfff
	low := 1<<63 | mix(word+golden)>>2&^0xf | word&0xf
	var id [16]byte
	binary.BigEndian.PutUint64(id[:8], high)
	binary.BigEndian.PutUint64(id[8:], low)
	for part, end := range [...]int{4, 6, 8, 10, 16} {
		if part > 0 {
			dst = append(dst, '-')
		}
		dst = hex.AppendEncode(dst, id[[...]int{0, 4, 6, 8, 10}[part]:end])
	}
	return dst
}
