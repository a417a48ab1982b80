package keys

import (
	"encoding/binary"
	"encoding/hex"
)

func init() {
	register(generated("uuid7", "UUIDs that begin with a time, one a millisecond, as text: ids of new databases", uuid7Size,
		func(seed uint64) Stream { return uuid7{uuid7Start + startIn(idStarts, seed), random8(mix(seed))} }))
}

const (
	uuid7Size  = 1 << 47
	uuid7Start = 1_700_000_000_000 // 14 November 2023; start and index stay below 2^48
)

// uuid7 is UUIDs of version 7 (RFC 9562, section 5.7): a time in milliseconds, which makes them distinct, and
// 74 random bits.
type uuid7 struct {
	start  uint64
	random random8
}

func (u uuid7) Len() uint64 { return uuid7Size }

func (u uuid7) Append(dst []byte, i uint64) []byte {
	word := u.random.word(i)
	var id [16]byte
	binary.BigEndian.PutUint64(id[:8], (u.start+i)<<16|0x7000|word&0xfff)
	binary.BigEndian.PutUint64(id[8:], 1<<63|mix(word+golden)>>2)
	for part, end := range [...]int{4, 6, 8, 10, 16} {
		if part > 0 {
			dst = append(dst, '-')
		}
		dst = hex.AppendEncode(dst, id[[...]int{0, 4, 6, 8, 10}[part]:end])
	}
	return dst
}
