// Package metro adapts MetroHash64 of J. Andrew Rogers. It is not keyed. It allocates nothing and is safe for
// concurrent use.
package metro

import (
	"encoding/binary"

	gometro "github.com/dgryski/go-metro"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// metro64 is metrohash64, not the older metrohash64_1 or _2. Strings go through hash.View: the library's
// string form copies its key where there is no assembly.
type metro64 struct{ hash.Base }

func newMetro64(seed uint64) (hash.Hash, error) {
	return &metro64{hash.NewBase(&metro64Info, seed)}, nil
}

func (h *metro64) Bytes(key []byte) uint64  { return gometro.Hash64(key, h.Seed()) }
func (h *metro64) String(key string) uint64 { return gometro.Hash64(hash.View(key), h.Seed()) }

func (h *metro64) Uint64(key uint64) uint64 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], key)
	return gometro.Hash64(b[:], h.Seed())
}

func (h *metro64) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	seed := h.Seed()
	for i, key := range keys {
		dst[i] = gometro.Hash64(key, seed)
	}
}

func (h *metro64) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	seed := h.Seed()
	for i, key := range keys {
		dst[i] = gometro.Hash64(hash.View(key), seed)
	}
}

// DirectSum and DirectSumStrings are hash.Direct.
func (*metro64) DirectSum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		dst[i] = gometro.Hash64(key, 0)
	}
}

func (*metro64) DirectSumStrings(dst []uint64, keys []string) {
	for i, key := range keys {
		dst[i] = gometro.Hash64(hash.View(key), 0)
	}
}

var metro64Info = hash.Info{
	Meta: registry.Meta{
		Name:    "metro64",
		Doc:     "MetroHash64: fast on short keys, with a seed",
		Source:  "Rogers, MetroHash (2015), metrohash64",
		Module:  "github.com/dgryski/go-metro",
		Licence: "MIT",
		Pinned:  0x7bd11faf2864c05f,
	},
	Bits:   64,
	Seeds:  hash.Seed64,
	Stable: true,
	Code:   0x6fa828c9,
}

func init() { hash.Register(metro64Info, newMetro64) }
