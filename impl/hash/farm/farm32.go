package farm

import (
	"encoding/binary"

	gofarm "github.com/dgryski/go-farm"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// farm32 is Hash32, variant mk, its value in the low half. It takes no seed: above 24 bytes the library's
// seeded form with seed 0 is another function.
type farm32 struct{ hash.Base }

func newFarm32(seed uint64) (hash.Hash, error) {
	return &farm32{hash.NewBase(&farm32Info, seed)}, nil
}

func (h *farm32) Bytes(key []byte) uint64  { return uint64(gofarm.Hash32(key)) }
func (h *farm32) String(key string) uint64 { return uint64(gofarm.Hash32(hash.View(key))) }

func (h *farm32) Uint64(key uint64) uint64 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], key)
	return uint64(gofarm.Hash32(b[:]))
}

func (h *farm32) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = uint64(gofarm.Hash32(key))
	}
}

func (h *farm32) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = uint64(gofarm.Hash32(hash.View(key)))
	}
}

// DirectSum and DirectSumStrings are hash.Direct.
func (*farm32) DirectSum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		dst[i] = uint64(gofarm.Hash32(key))
	}
}

func (*farm32) DirectSumStrings(dst []uint64, keys []string) {
	for i, key := range keys {
		dst[i] = uint64(gofarm.Hash32(hash.View(key)))
	}
}

var farm32Info = hash.Info{
	Meta: registry.Meta{
		Name:    "farm32",
		Doc:     "FarmHash Hash32, variant mk, 32 bits: some input bits hardly reach some output bits from 25 bytes on",
		Source:  "Pike, FarmHash 1.1 (Google, 2014), farmhashmk::Hash32",
		Module:  "github.com/dgryski/go-farm",
		Licence: "MIT",
	},
	Bits:   32,
	Seeds:  hash.NoSeed,
	Stable: true,
	Code:   0x75aeb942,
}

func init() { hash.Register32(farm32Info, newFarm32, 0xd1cbb9692bf86735, 0xa539ccd02162742d) }
