package murmur

import (
	"encoding/binary"
	"errors"
	"math/bits"

	"github.com/spaolacci/murmur3"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// murmur3x64 is h1 of MurmurHash3_x64_128; the seed fills both words of the state, as in the reference.
type murmur3x64 struct{ hash.Base }

// newMurmur3x64 refuses big-endian machines: the library loads words in the machine's own byte order, so
// that its values there are those of another function.
func newMurmur3x64(seed uint64) (hash.Hash, error) {
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		return nil, errors.New("hash murmur3-64 is defined on little-endian machines only: its library loads native words")
	}
	return &murmur3x64{hash.NewBase(&murmur3x64Info, seed)}, nil
}

func (h *murmur3x64) Bytes(key []byte) uint64 {
	return murmur3.Sum64WithSeed(key, uint32(h.Seed()))
}

func (h *murmur3x64) String(key string) uint64 {
	return murmur3.Sum64WithSeed(hash.View(key), uint32(h.Seed()))
}

// Uint64 is the function written out for 8 bytes, a tail without blocks: the library's form makes its
// argument escape, which would cost an allocation a key.
func (h *murmur3x64) Uint64(key uint64) uint64 {
	const c1, c2, length = 0x87c37b91114253d5, 0x4cf5ad432745937f, 8
	h1 := h.Seed() ^ bits.RotateLeft64(key*c1, 31)*c2 ^ length
	h2 := h.Seed() ^ length
	h1 += h2
	h2 += h1
	return hash.Fmix64(h1) + hash.Fmix64(h2)
}

func (h *murmur3x64) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	seed := uint32(h.Seed())
	for i, key := range keys {
		dst[i] = murmur3.Sum64WithSeed(key, seed)
	}
}

func (h *murmur3x64) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	seed := uint32(h.Seed())
	for i, key := range keys {
		dst[i] = murmur3.Sum64WithSeed(hash.View(key), seed)
	}
}

// DirectSum and DirectSumStrings are hash.Direct.
func (*murmur3x64) DirectSum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		dst[i] = murmur3.Sum64(key)
	}
}

func (*murmur3x64) DirectSumStrings(dst []uint64, keys []string) {
	for i, key := range keys {
		dst[i] = murmur3.Sum64(hash.View(key))
	}
}

var murmur3x64Info = hash.Info{
	Meta: registry.Meta{
		Name:    "murmur3-64",
		Doc:     "MurmurHash3, first 64 of 128 bits: the function of many Bloom filter libraries and data stores",
		Source:  "Appleby, MurmurHash3_x64_128 of SMHasher (2011)",
		Module:  "github.com/spaolacci/murmur3",
		Licence: "BSD-3-Clause",
		Pinned:  0xc97a0c5b040f8919,
	},
	Bits:   64,
	Seeds:  hash.Seed32,
	Stable: true,
	Code:   0x443d8c6d,
}

func init() { hash.Register(murmur3x64Info, newMurmur3x64) }
