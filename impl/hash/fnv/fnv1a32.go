package fnv

import (
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

const (
	offsetBasis32 = 0x811c9dc5
	prime32       = 0x01000193
)

// fnv1a32 is FNV-1a with 32 bits, its value in the low half. A seed is xored into the offset basis, as in
// fnv1a64.
type fnv1a32 struct{ hash.Base }

func newFNV1a32(seed uint64) (hash.Hash, error) {
	return &fnv1a32{hash.NewBase(&fnv1a32Info, seed)}, nil
}

// fold32 continues the hash h over key.
func fold32(h uint32, key []byte) uint64 {
	for _, c := range key {
		h = (h ^ uint32(c)) * prime32
	}
	return uint64(h)
}

func (h *fnv1a32) Bytes(key []byte) uint64 { return fold32(offsetBasis32^uint32(h.Seed()), key) }

func (h *fnv1a32) String(key string) uint64 {
	return fold32(offsetBasis32^uint32(h.Seed()), hash.View(key))
}

func (h *fnv1a32) Uint64(key uint64) uint64 {
	sum := offsetBasis32 ^ uint32(h.Seed())
	for range 8 {
		sum = (sum ^ uint32(key&0xff)) * prime32
		key >>= 8
	}
	return uint64(sum)
}

func (h *fnv1a32) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	basis := offsetBasis32 ^ uint32(h.Seed())
	for i, key := range keys {
		dst[i] = fold32(basis, key)
	}
}

func (h *fnv1a32) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	basis := offsetBasis32 ^ uint32(h.Seed())
	for i, key := range keys {
		dst[i] = fold32(basis, hash.View(key))
	}
}

var fnv1a32Info = hash.Info{
	Meta: registry.Meta{
		Name:   "fnv1a-32",
		Doc:    "FNV-1a, 32 bits: what many sharding layers and rings use; as weak as fnv1a-64 (fails spread)",
		Source: "Fowler, Noll, Vo and Eastlake, The FNV Non-Cryptographic Hash Algorithm (RFC 9923)",
		Traits: registry.Traits{Fails: []string{"spread"}},
	},
	Bits:   32,
	Seeds:  hash.Seed32,
	Stable: true,
	Code:   0xe3cbbe91,
}

func init() { hash.Register32(fnv1a32Info, newFNV1a32, 0xb2dd4552bcf2e12c, 0xf8b11c7eb9dc6786) }
