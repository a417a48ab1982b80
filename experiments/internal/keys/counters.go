package keys

import (
	"encoding/binary"
	"strconv"
)

// counterStarts is how many starts the plain counters have: wide enough that two seeds rarely meet, and
// narrow enough to leave the high bytes 0, as those of a counter are.
const counterStarts = 1 << 40

func init() {
	register(generated("dec", "a counter in decimal: few symbols, the change in the last bytes", endless,
		func(seed uint64) Stream { return numbered{start: startIn(counterStarts, seed)} }))
	register(generated("le8", "an 8-byte counter, little-endian: a database id as memory holds it", endless,
		func(seed uint64) Stream { return le8(startIn(counterStarts, seed)) }))
	register(generated("be8", "an 8-byte counter, big-endian: a database id as an ordered key", endless,
		func(seed uint64) Stream { return be8(startIn(counterStarts, seed)) }))
	register(generated("rep4", "a 4-byte counter, written twice: what MurmurHash2 loses", 1<<31,
		func(seed uint64) Stream { return rep4(startIn(1<<31, seed)) }))
}

// numbered is a counter in decimal between two texts.
type numbered struct {
	prefix, suffix string
	start          uint64
}

func (n numbered) Len() uint64 { return endless }

func (n numbered) Append(dst []byte, i uint64) []byte {
	dst = append(dst, n.prefix...)
	dst = strconv.AppendUint(dst, n.start+i, 10)
	return append(dst, n.suffix...)
}

// fill writes what a hundred numbers share once for all of them: dividing the digits out of every number
// takes more than twice as long.
func (n numbered) fill(keys [][]byte, buf []byte, from uint64) []byte {
	var space [128]byte // as long as any prefix and its number, so that nothing is allocated
	head := space[:0]
	for i := range keys {
		number, start := n.start+from+uint64(i), len(buf)
		rest := number % 100
		if i == 0 || rest == 0 {
			head = strconv.AppendUint(append(head[:0], n.prefix...), number/100, 10)
		}
		if number < 100 { // the hundreds are not written
			buf = n.Append(buf, from+uint64(i))
		} else {
			buf = append(buf, head...)
			buf = append(buf, byte('0'+rest/10), byte('0'+rest%10))
			buf = append(buf, n.suffix...)
		}
		keys[i] = buf[start:len(buf):len(buf)]
	}
	return buf
}

type le8 uint64

func (c le8) Len() uint64 { return endless }

func (c le8) Append(dst []byte, i uint64) []byte {
	return binary.LittleEndian.AppendUint64(dst, uint64(c)+i)
}

type be8 uint64

func (c be8) Len() uint64 { return endless }

func (c be8) Append(dst []byte, i uint64) []byte {
	return binary.BigEndian.AppendUint64(dst, uint64(c)+i)
}

type rep4 uint32

func (c rep4) Len() uint64 { return 1 << 31 }

func (c rep4) Append(dst []byte, i uint64) []byte {
	block := uint64(c) + i // below 2^32: start and index are below 2^31
	return binary.LittleEndian.AppendUint64(dst, block<<32|block)
}
