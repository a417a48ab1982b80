package quality

import (
	"fmt"
	"math"

	"hashlab/experiments/internal/keys"
	"hashlab/impl/hash"
)

// flippedLengths are key lengths in bytes on both sides of the steps of the functions in use.
var flippedLengths = []int{3, 4, 8, 16, 25, 32, 48, 64}

// avalanche flips every bit of random keys. Over keys a flip is a fair coin for each output bit, so that by
// Hoeffding's inequality one cell's |2p-1| exceeds b with a probability of at most 2 exp(-n b^2/2); the
// p-value is that, times the number of cells. With n = 1024 a bias of about 0.25 is found, with 4096 of 0.12.
func avalanche(s subject, a amount) ([]finding, error) {
	var found []finding
	for _, length := range flippedLengths {
		random, err := keys.Fixed(length, uint64(length), uint64(a.flipped))
		if err != nil {
			return nil, err
		}
		bias, in, out := flipAll(s.own, s.bits, keys.All(random))
		n, cells := float64(a.flipped), float64(8*length*s.bits)
		found = append(found, finding{
			Result: Result{
				Test: Avalanche, Keys: fmt.Sprintf("%d random bytes", length), N: a.flipped,
				Detail:    fmt.Sprintf("input bit %d, output bit %d", in, out),
				Statistic: bias, Expected: math.Sqrt(2 * math.Log(cells) / n),
				P: min(1, 2*cells*math.Exp(-n*bias*bias/2)),
			},
			limits: func(alpha float64) (low, high float64) { return 0, min(1, math.Sqrt(2*math.Log(2*cells/alpha)/n)) },
		})
	}
	return found, nil
}

// flipAll returns the largest |2p-1| over the pairs of an input and an output bit, and the pair. All keys are
// of one length; they are changed, and changed back.
func flipAll(h hash.Hash, bits int, ks [][]byte) (bias float64, in, out int) {
	counters := make([]bitCounter, 8*len(ks[0]))
	for i, key := range ks {
		before := h.Bytes(key)
		for bit := range counters {
			key[bit/8] ^= 1 << (bit % 8)
			counters[bit].add(before ^ h.Bytes(key))
			key[bit/8] ^= 1 << (bit % 8)
		}
		if i%bytesFull == bytesFull-1 || i == len(ks)-1 {
			for bit := range counters {
				counters[bit].carry()
			}
		}
	}
	for bit := range counters {
		for o, flips := range counters[bit].total[:bits] {
			if b := math.Abs(2*float64(flips)/float64(len(ks)) - 1); b > bias {
				bias, in, out = b, bit, o
			}
		}
	}
	return bias, in, out
}

// bytesFull is how many words a bitCounter takes before it must carry.
const bytesFull = 255

// A bitCounter counts for each of 64 bits the words that have it set, in 8 words of 8 bytes first: that is
// several times as fast as a counter a bit.
type bitCounter struct {
	bytes [8]uint64 // byte j of bytes[i] counts bit 8j+i
	total [64]uint32
}

func (c *bitCounter) add(word uint64) {
	for i := range c.bytes {
		c.bytes[i] += word >> i & 0x0101010101010101
	}
}

// carry adds the bytes to the totals. At most bytesFull words may be added between two calls.
func (c *bitCounter) carry() {
	for i := range c.bytes {
		for j := range 8 {
			c.total[8*j+i] += uint32(c.bytes[i] >> (8 * j) & 0xff)
		}
	}
	c.bytes = [8]uint64{}
}
