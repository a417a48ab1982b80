package xx

import (
	"encoding/binary"

	"github.com/zeebo/xxh3"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// xxh3Hash is XXH3 with 64 bits. Seed 0 has a path of its own in the library, which is the faster one.
type xxh3Hash struct{ hash.Base }

func newXXH3(seed uint64) (hash.Hash, error) {
	return &xxh3Hash{hash.NewBase(&xxh3Info, seed)}, nil
}

func (h *xxh3Hash) Bytes(key []byte) uint64 {
	if h.Seed() == 0 {
		return xxh3.Hash(key)
	}
	return xxh3.HashSeed(key, h.Seed())
}

func (h *xxh3Hash) String(key string) uint64 {
	if h.Seed() == 0 {
		return xxh3.HashString(key)
	}
	return xxh3.HashStringSeed(key, h.Seed())
}

func (h *xxh3Hash) Uint64(key uint64) uint64 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], key)
	return h.Bytes(b[:])
}

func (h *xxh3Hash) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	if seed := h.Seed(); seed != 0 {
		for i, key := range keys {
			dst[i] = xxh3.HashSeed(key, seed)
		}
		return
	}
	for i, key := range keys {
		dst[i] = xxh3.Hash(key)
	}
}

func (h *xxh3Hash) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	if seed := h.Seed(); seed != 0 {
		for i, key := range keys {
			dst[i] = xxh3.HashStringSeed(key, seed)
		}
		return
	}
	for i, key := range keys {
		dst[i] = xxh3.HashString(key)
	}
}

// DirectSum and DirectSumStrings are hash.Direct.
func (*xxh3Hash) DirectSum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		dst[i] = xxh3.Hash(key)
	}
}

func (*xxh3Hash) DirectSumStrings(dst []uint64, keys []string) {
	for i, key := range keys {
		dst[i] = xxh3.HashString(key)
	}
}

var xxh3Info = hash.Info{
	Meta: registry.Meta{
		Name:    "xxh3",
		Doc:     "XXH3, 64 bits: fast on keys of every length; the default where nobody attacks",
		Source:  "Collet, XXH3 of xxHash 0.8 (2020)",
		Module:  "github.com/zeebo/xxh3",
		Licence: "BSD-2-Clause",
		Pinned:  0xe2f3f2413b505fa6,
	},
	Bits:   64,
	Seeds:  hash.Seed64,
	Stable: true,
	Code:   0x9a636405,
}

func init() { hash.Register(xxh3Info, newXXH3) }
