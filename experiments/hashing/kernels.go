package hashing

import (
	"fmt"
	"math/bits"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/measure"
	"hashlab/impl/hash"
)

const (
	keySeed   = 1
	callBytes = 16 << 10 // keys of one call: they stay in the first-level cache
	poolBytes = 1 << 20  // keys of all calls: no branch predictor learns them
	mostKeys  = 1 << 13
	leastKeys = 4 // of a pool, however long they are
	probes    = 7
)

// kernel returns the loop of the design over a pool of random keys, a call's worth at a time.
func (d design) kernel() (measure.Kernel, error) {
	h, err := d.hash.New(0)
	if err != nil {
		return measure.Kernel{}, err
	}
	call := max(callBytes/d.length, 1)
	if d.loop == loopCold {
		return over(coldKeys(d.length), call, h.Sum), nil
	}
	all, err := pool(d.length, call)
	if err != nil {
		return measure.Kernel{}, err
	}
	switch d.form {
	case formUint64:
		return integers(h, call), nil
	case formString:
		sum, err := d.overStrings(h)
		if err != nil {
			return measure.Kernel{}, err
		}
		texts := make([]string, len(all))
		for i, k := range all {
			texts[i] = string(k)
		}
		return over(texts, call, sum), nil
	}
	sum, err := d.overBytes(h)
	if err != nil {
		return measure.Kernel{}, err
	}
	return over(all, call, sum), nil
}

// pool returns random keys, a multiple of those of a call where there are that many.
func pool(length, call int) ([][]byte, error) {
	n := min(max(poolBytes/length, leastKeys), mostKeys)
	if length == 1 {
		n = 256
	}
	n -= n % min(call, n)
	s, err := keys.Fixed(length, keySeed, uint64(n))
	if err != nil {
		return nil, err
	}
	return keys.All(s), nil
}

// over returns a kernel that goes round the pool.
func over[K any](pool []K, call int, sum func(dst []uint64, keys []K)) measure.Kernel {
	call = min(call, len(pool))
	dst, at := make([]uint64, call), 0
	return measure.Kernel{Keys: call, Run: func() uint64 {
		from := at
		if at += call; at+call > len(pool) {
			at = 0
		}
		sum(dst, pool[from:from+call])
		return fold(dst)
	}}
}

func fold(hs []uint64) (sum uint64) {
	for _, h := range hs {
		sum ^= h
	}
	return sum
}

// integers hashes integers one by one through the interface: there is no other way.
func integers(h hash.Hash, call int) measure.Kernel {
	return measure.Kernel{Keys: call, Run: func() uint64 {
		sum := uint64(0)
		for i := range uint64(call) {
			sum ^= h.Uint64(i * 0x9e3779b97f4a7c15)
		}
		return sum
	}}
}

func (d design) overStrings(h hash.Hash) (func([]uint64, []string), error) {
	if d.loop == loopBulk {
		return h.SumStrings, nil
	}
	own, loops, err := d.own()
	switch {
	case err != nil:
		return nil, err
	case d.loop == loopDirect:
		return loops.DirectSumStrings, nil
	}
	return own.SumStrings, nil
}

func (d design) overBytes(h hash.Hash) (func([]uint64, [][]byte), error) {
	switch d.loop {
	case loopDirect, loopNarrow:
		own, loops, err := d.own()
		switch {
		case err != nil:
			return nil, err
		case d.loop == loopDirect:
			return loops.DirectSum, nil
		}
		return own.Sum, nil
	case loopInterface:
		return func(dst []uint64, keys [][]byte) {
			for i, key := range keys {
				dst[i] = h.Bytes(key)
			}
		}, nil
	case loopFunc:
		f := h.Bytes
		return func(dst []uint64, keys [][]byte) {
			for i, key := range keys {
				dst[i] = f(key)
			}
		}, nil
	case loopOne:
		return func(dst []uint64, keys [][]byte) {
			h.Sum(dst, keys)
			for i, v := range dst {
				dst[i] = ofHalves(uint32(v>>32), uint32(v))
			}
		}, nil
	case loopTwo:
		return d.twoValues(h)
	}
	return h.Sum, nil
}

// own returns the function before it is widened, and the loops over its library, nil where it has none.
func (d design) own() (hash.Hash, hash.Direct, error) {
	create := d.hash.New
	if d.hash.Narrow != nil {
		create = d.hash.Narrow
	}
	own, err := create(0)
	if err != nil {
		return nil, nil, err
	}
	loops, ok := own.(hash.Direct)
	if d.loop == loopDirect && !ok {
		return nil, nil, fmt.Errorf("hash %s has no loops over a library", d.hash.Name)
	}
	return own, loops, nil
}

// twoValues hashes each key under two seeds.
func (d design) twoValues(h hash.Hash) (func([]uint64, [][]byte), error) {
	second, err := d.hash.New(1)
	if err != nil {
		return nil, err
	}
	other := make([]uint64, max(callBytes/d.length, 1))
	return func(dst []uint64, keys [][]byte) {
		h.Sum(dst, keys)
		second.Sum(other, keys)
		for i, v := range dst {
			dst[i] = ofValues(v, other[i])
		}
	}, nil
}

// filterBits is the size of the filter that positions are in: 10 bits for each of 10^5 keys.
const filterBits = 1_000_000

// ofHalves returns the exclusive or of the positions of the probes that double hashing derives from two values of
// 32 bits. A sum is reduced to the size of the filter by the high word of a product (Lemire, 2019).
func ofHalves(a, b uint32) (sum uint64) {
	for range probes {
		sum ^= uint64(a) * filterBits >> 32
		a += b
	}
	return sum
}

// ofValues is the same of two values of 64 bits.
func ofValues(a, b uint64) (sum uint64) {
	for range probes {
		high, _ := bits.Mul64(a, filterBits)
		sum ^= high
		a += b
	}
	return sum
}
