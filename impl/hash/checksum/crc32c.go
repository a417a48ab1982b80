// Package checksum adapts checksums that programs use as hash functions.
//
// CRC-32C is linear: it detects errors, and spreads related keys in patterns that are more even, or far
// less even, than chance. It allocates nothing and is safe for concurrent use.
package checksum

import (
	"hash/crc32"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// crc32c is CRC-32C, its value in the low half. The seed is the checksum of what went before, as in
// crc32.Update: a seed below 256 is the same as the seed xored into the first byte of the key.
type crc32c struct{ hash.Base }

func newCRC32C(seed uint64) (hash.Hash, error) {
	return &crc32c{hash.NewBase(&crc32cInfo, seed)}, nil
}

func (h *crc32c) Bytes(key []byte) uint64 {
	return uint64(crc32.Update(uint32(h.Seed()), castagnoli, key))
}

func (h *crc32c) String(key string) uint64 {
	return uint64(crc32.Update(uint32(h.Seed()), castagnoli, hash.View(key)))
}

// Uint64 steps through the table byte by byte: crc32.Update makes its argument escape (golang/go#58781),
// which would cost an allocation a key.
func (h *crc32c) Uint64(key uint64) uint64 {
	crc := ^uint32(h.Seed())
	for range 8 {
		crc = castagnoli[byte(crc)^byte(key)] ^ crc>>8
		key >>= 8
	}
	return uint64(^crc)
}

func (h *crc32c) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	seed := uint32(h.Seed())
	for i, key := range keys {
		dst[i] = uint64(crc32.Update(seed, castagnoli, key))
	}
}

func (h *crc32c) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	seed := uint32(h.Seed())
	for i, key := range keys {
		dst[i] = uint64(crc32.Update(seed, castagnoli, hash.View(key)))
	}
}

// DirectSum and DirectSumStrings are hash.Direct.
func (*crc32c) DirectSum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		dst[i] = uint64(crc32.Checksum(key, castagnoli))
	}
}

func (*crc32c) DirectSumStrings(dst []uint64, keys []string) {
	for i, key := range keys {
		dst[i] = uint64(crc32.Checksum(hash.View(key), castagnoli))
	}
}

var crc32cInfo = hash.Info{
	Meta: registry.Meta{
		Name:    "crc32c",
		Doc:     "CRC-32C, a checksum in hardware everywhere: linear, so it spreads counters more evenly than chance (fails spread)",
		Source:  "Castagnoli, Bräuer and Herrmann, Optimization of cyclic redundancy-check codes with 24 and 32 parity bits (1993)",
		Module:  "std",
		Licence: "BSD-3-Clause",
		Traits:  registry.Traits{Fails: []string{"spread"}},
	},
	Bits:   32,
	Seeds:  hash.Seed32,
	Stable: true,
	Code:   0x6e6071bd,
}

func init() { hash.Register32(crc32cInfo, newCRC32C, 0xc7359d9776665899, 0x5b54cc5452adf9a3) }
