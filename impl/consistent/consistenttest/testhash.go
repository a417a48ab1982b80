package consistenttest

import (
	"encoding/binary"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// Func makes a hash of a function on bytes, for tests that place points at will.
type Func func(key []byte) uint64

// Bytes returns f(key).
func (f Func) Bytes(key []byte) uint64 { return f(key) }

// String returns f of the bytes of key.
func (f Func) String(key string) uint64 { return f(hash.View(key)) }

// Uint64 returns f of the 8 little-endian bytes of key.
func (f Func) Uint64(key uint64) uint64 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], key)
	return f(b[:])
}

// Sum sets dst[i] to Bytes(keys[i]).
func (f Func) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = f(key)
	}
}

// SumStrings sets dst[i] to String(keys[i]).
func (f Func) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = f.String(key)
	}
}

// Info describes a hash of the tests; it is registered nowhere.
func (f Func) Info() hash.Info {
	return hash.Info{Meta: registry.Meta{Name: "test-hash"}, Bits: 64, Seeds: hash.NoSeed, Stable: true}
}

// Seed returns 0.
func (f Func) Seed() uint64 { return 0 }

// good is FNV-1a of 64 bits behind Fmix64, which mends its weak top bits.
var good = Func(func(key []byte) uint64 {
	h := uint64(0xcbf29ce484222325)
	for _, b := range key {
		h = (h ^ uint64(b)) * 0x100000001b3
	}
	return hash.Fmix64(h)
})

// crowded is good cut to its top 6 bits: most points on a ring share their place with others.
var crowded = Func(func(key []byte) uint64 { return good(key) &^ (1<<58 - 1) })
