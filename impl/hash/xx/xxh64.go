package xx

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// xxh64Hash is XXH64. The library takes a seed in its streaming form only, which lives on the stack here.
type xxh64Hash struct{ hash.Base }

func newXXH64(seed uint64) (hash.Hash, error) {
	return &xxh64Hash{hash.NewBase(&xxh64Info, seed)}, nil
}

// seeded64 returns XXH64 of key with any seed, 0 included.
func seeded64(seed uint64, key []byte) uint64 {
	var d xxhash.Digest
	d.ResetWithSeed(seed)
	d.Write(key)
	return d.Sum64()
}

func (h *xxh64Hash) Bytes(key []byte) uint64 {
	if h.Seed() == 0 {
		return xxhash.Sum64(key)
	}
	return seeded64(h.Seed(), key)
}

func (h *xxh64Hash) String(key string) uint64 {
	if h.Seed() == 0 {
		return xxhash.Sum64String(key)
	}
	return seeded64(h.Seed(), hash.View(key))
}

func (h *xxh64Hash) Uint64(key uint64) uint64 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], key)
	return h.Bytes(b[:])
}

func (h *xxh64Hash) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	if seed := h.Seed(); seed != 0 {
		for i, key := range keys {
			dst[i] = seeded64(seed, key)
		}
		return
	}
	for i, key := range keys {
		dst[i] = xxhash.Sum64(key)
	}
}

func (h *xxh64Hash) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	if seed := h.Seed(); seed != 0 {
		for i, key := range keys {
			dst[i] = seeded64(seed, hash.View(key))
		}
		return
	}
	for i, key := range keys {
		dst[i] = xxhash.Sum64String(key)
	}
}

// DirectSum and DirectSumStrings are hash.Direct.
func (*xxh64Hash) DirectSum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		dst[i] = xxhash.Sum64(key)
	}
}

func (*xxh64Hash) DirectSumStrings(dst []uint64, keys []string) {
	for i, key := range keys {
		dst[i] = xxhash.Sum64String(key)
	}
}

var xxh64Info = hash.Info{
	Meta: registry.Meta{
		Name:    "xxh64",
		Doc:     "XXH64: fast, and the xxHash that most other languages and stores speak",
		Source:  "Collet, xxHash fast digest algorithm, format specification 0.1, XXH64 (2012-2018)",
		Module:  "github.com/cespare/xxhash/v2",
		Licence: "MIT",
		Pinned:  0xca5ce1491e1d0aee,
	},
	Bits:   64,
	Seeds:  hash.Seed64,
	Stable: true,
	Code:   0x024b7cf4,
}

func init() { hash.Register(xxh64Info, newXXH64) }
