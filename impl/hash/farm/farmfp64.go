package farm

import (
	gofarm "github.com/dgryski/go-farm"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// farmFP64 is Fingerprint64, variant na.
type farmFP64 struct{ hash.Base }

func newFarmFP64(seed uint64) (hash.Hash, error) {
	return &farmFP64{hash.NewBase(&farmFP64Info, seed)}, nil
}

func (h *farmFP64) Bytes(key []byte) uint64  { return gofarm.Fingerprint64(key) }
func (h *farmFP64) String(key string) uint64 { return gofarm.Fingerprint64(hash.View(key)) }

// Uint64 takes Hash64, which equals the fingerprint on 8 bytes: the fingerprint's assembly makes its
// argument escape, which would cost an allocation a key.
func (h *farmFP64) Uint64(key uint64) uint64 { return hash8(key) }

func (h *farmFP64) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = gofarm.Fingerprint64(key)
	}
}

func (h *farmFP64) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = gofarm.Fingerprint64(hash.View(key))
	}
}

// DirectSum and DirectSumStrings are hash.Direct.
func (*farmFP64) DirectSum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		dst[i] = gofarm.Fingerprint64(key)
	}
}

func (*farmFP64) DirectSumStrings(dst []uint64, keys []string) {
	for i, key := range keys {
		dst[i] = gofarm.Fingerprint64(hash.View(key))
	}
}

var farmFP64Info = hash.Info{
	Meta: registry.Meta{
		Name:    "farm-fp64",
		Doc:     "FarmHash Fingerprint64, variant na: fast and fixed for ever, so its values can be stored",
		Source:  "Pike, FarmHash 1.1 (Google, 2014), Fingerprint64",
		Module:  "github.com/dgryski/go-farm",
		Licence: "MIT",
		Pinned:  0x32990cfa0e677e84,
	},
	Bits:   64,
	Seeds:  hash.NoSeed,
	Stable: true,
	Code:   0x9b329eb7,
}

func init() { hash.Register(farmFP64Info, newFarmFP64) }
