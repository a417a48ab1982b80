package fnv

import (
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

const (
	offsetBasis = 0xcbf29ce484222325
	prime       = 0x100000001b3
)

// fnv1a64 is FNV-1a with 64 bits. A seed is xored into the offset basis, as SMHasher does it: a seed
// below 256 is the same as the seed xored into the first byte of the key.
type fnv1a64 struct{ hash.Base }

func newFNV1a64(seed uint64) (hash.Hash, error) {
	return &fnv1a64{hash.NewBase(&fnv1a64Info, seed)}, nil
}

// fold continues the hash h over key.
func fold(h uint64, key []byte) uint64 {
	for _, c := range key {
		h = (h ^ uint64(c)) * prime
	}
	return h
}

// foldUint64 continues the hash h over the 8 little-endian bytes of key.
func foldUint64(h, key uint64) uint64 {
	for range 8 {
		h = (h ^ key&0xff) * prime
		key >>= 8
	}
	return h
}

func (h *fnv1a64) Bytes(key []byte) uint64  { return fold(offsetBasis^h.Seed(), key) }
func (h *fnv1a64) String(key string) uint64 { return fold(offsetBasis^h.Seed(), hash.View(key)) }

func (h *fnv1a64) Uint64(key uint64) uint64 { return foldUint64(offsetBasis^h.Seed(), key) }

func (h *fnv1a64) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	basis := offsetBasis ^ h.Seed()
	for i, key := range keys {
		dst[i] = fold(basis, key)
	}
}

func (h *fnv1a64) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	basis := offsetBasis ^ h.Seed()
	for i, key := range keys {
		dst[i] = fold(basis, hash.View(key))
	}
}

var fnv1a64Info = hash.Info{
	Meta: registry.Meta{
		Name:   "fnv1a-64",
		Doc:    "FNV-1a, 64 bits: simple and common, but weak: high bits of keys that differ at their end crowd (fails spread)",
		Source: "Fowler, Noll, Vo and Eastlake, The FNV Non-Cryptographic Hash Algorithm (RFC 9923)",
		Traits: registry.Traits{Fails: []string{"spread"}},
		Pinned: 0x9f45f6222626b401,
	},
	Bits:   64,
	Seeds:  hash.Seed64,
	Stable: true,
	Code:   0x103455fc,
}

func init() { hash.Register(fnv1a64Info, newFNV1a64) }
