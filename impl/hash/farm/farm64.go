package farm

import (
	"encoding/binary"

	gofarm "github.com/dgryski/go-farm"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// farm64 is Hash64, variant xo.
type farm64 struct{ hash.Base }

func newFarm64(seed uint64) (hash.Hash, error) {
	return &farm64{hash.NewBase(&farm64Info, seed)}, nil
}

func (h *farm64) Bytes(key []byte) uint64  { return gofarm.Hash64(key) }
func (h *farm64) String(key string) uint64 { return gofarm.Hash64(hash.View(key)) }

func (h *farm64) Uint64(key uint64) uint64 { return hash8(key) }

// hash8 is Hash64 and also Fingerprint64 of the 8 little-endian bytes of key.
func hash8(key uint64) uint64 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], key)
	return gofarm.Hash64(b[:])
}

func (h *farm64) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = gofarm.Hash64(key)
	}
}

func (h *farm64) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = gofarm.Hash64(hash.View(key))
	}
}

// DirectSum and DirectSumStrings are hash.Direct.
func (*farm64) DirectSum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		dst[i] = gofarm.Hash64(key)
	}
}

func (*farm64) DirectSumStrings(dst []uint64, keys []string) {
	for i, key := range keys {
		dst[i] = gofarm.Hash64(hash.View(key))
	}
}

var farm64Info = hash.Info{
	Meta: registry.Meta{
		Name:    "farm64",
		Doc:     "FarmHash Hash64, variant xo: fast on short keys; its authors may change it, so store no values",
		Source:  "Pike, FarmHash 1.1 (Google, 2014), farmhashxo::Hash64",
		Module:  "github.com/dgryski/go-farm",
		Licence: "MIT",
		Pinned:  0x2a76bec3523e90f9,
	},
	Bits:   64,
	Seeds:  hash.NoSeed,
	Stable: true,
	Code:   0x50ada994,
}

func init() { hash.Register(farm64Info, newFarm64) }
