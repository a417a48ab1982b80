package farm

import (
	"encoding/binary"

	gofarm "github.com/dgryski/go-farm"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// farm64Seeded is Hash64WithSeed, variant uo.
type farm64Seeded struct{ hash.Base }

func newFarm64Seeded(seed uint64) (hash.Hash, error) {
	return &farm64Seeded{hash.NewBase(&farm64SeededInfo, seed)}, nil
}

func (h *farm64Seeded) Bytes(key []byte) uint64 { return gofarm.Hash64WithSeed(key, h.Seed()) }

func (h *farm64Seeded) String(key string) uint64 {
	return gofarm.Hash64WithSeed(hash.View(key), h.Seed())
}

func (h *farm64Seeded) Uint64(key uint64) uint64 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], key)
	return gofarm.Hash64WithSeed(b[:], h.Seed())
}

func (h *farm64Seeded) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	seed := h.Seed()
	for i, key := range keys {
		dst[i] = gofarm.Hash64WithSeed(key, seed)
	}
}

func (h *farm64Seeded) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	seed := h.Seed()
	for i, key := range keys {
		dst[i] = gofarm.Hash64WithSeed(hash.View(key), seed)
	}
}

// DirectSum and DirectSumStrings are hash.Direct.
func (*farm64Seeded) DirectSum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		dst[i] = gofarm.Hash64WithSeed(key, 0)
	}
}

func (*farm64Seeded) DirectSumStrings(dst []uint64, keys []string) {
	for i, key := range keys {
		dst[i] = gofarm.Hash64WithSeed(hash.View(key), 0)
	}
}

var farm64SeededInfo = hash.Info{
	Meta: registry.Meta{
		Name:    "farm64-seeded",
		Doc:     "FarmHash Hash64WithSeed, variant uo: better mixed than farm64, but its seed enters after the key and is no defence",
		Source:  "Pike, FarmHash 1.1 (Google, 2014), farmhashuo::Hash64WithSeed",
		Module:  "github.com/dgryski/go-farm",
		Licence: "MIT",
		Pinned:  0x713e470afcd978cb,
	},
	Bits:   64,
	Seeds:  hash.Seed64,
	Stable: true,
	Code:   0x5438ef2c,
}

func init() { hash.Register(farm64SeededInfo, newFarm64Seeded) }
