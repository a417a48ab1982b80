package fnv

import (
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// fnv1a64mixed is fnv1a64 followed by hash.Fmix64. Keys that collide still do, and small seeds are still the
// same as a change of the first byte.
type fnv1a64mixed struct{ hash.Base }

func newFNV1a64mixed(seed uint64) (hash.Hash, error) {
	return &fnv1a64mixed{hash.NewBase(&fnv1a64mixedInfo, seed)}, nil
}

func (h *fnv1a64mixed) Bytes(key []byte) uint64 { return hash.Fmix64(fold(offsetBasis^h.Seed(), key)) }

func (h *fnv1a64mixed) String(key string) uint64 {
	return hash.Fmix64(fold(offsetBasis^h.Seed(), hash.View(key)))
}

func (h *fnv1a64mixed) Uint64(key uint64) uint64 {
	return hash.Fmix64(foldUint64(offsetBasis^h.Seed(), key))
}

func (h *fnv1a64mixed) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	basis := offsetBasis ^ h.Seed()
	for i, key := range keys {
		dst[i] = hash.Fmix64(fold(basis, key))
	}
}

func (h *fnv1a64mixed) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	basis := offsetBasis ^ h.Seed()
	for i, key := range keys {
		dst[i] = hash.Fmix64(fold(basis, hash.View(key)))
	}
}

var fnv1a64mixedInfo = hash.Info{
	Meta: registry.Meta{
		Name:   "fnv1a-64-mixed",
		Doc:    "FNV-1a, 64 bits, then fmix64: a control that shows what FNV-1a lacks; slow, and open to the same attack",
		Source: "RFC 9923 (FNV-1a), and the finaliser of Appleby, MurmurHash3 of SMHasher (2011)",
		Pinned: 0xe736875b5177b9f9,
	},
	Bits:   64,
	Seeds:  hash.Seed64,
	Stable: true,
	Code:   0xf17e36ce,
}

func init() { hash.Register(fnv1a64mixedInfo, newFNV1a64mixed) }
