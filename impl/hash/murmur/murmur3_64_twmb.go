package murmur

import (
	"encoding/binary"

	"github.com/twmb/murmur3"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// murmur3x64twmb is the function of murmur3-64 from another library, which fills both words of the state with
// a seed of 64 bits and defines its byte order.
type murmur3x64twmb struct{ hash.Base }

func newMurmur3x64twmb(seed uint64) (hash.Hash, error) {
	return &murmur3x64twmb{hash.NewBase(&murmur3x64twmbInfo, seed)}, nil
}

func (h *murmur3x64twmb) Bytes(key []byte) uint64  { return murmur3.SeedSum64(h.Seed(), key) }
func (h *murmur3x64twmb) String(key string) uint64 { return murmur3.SeedStringSum64(h.Seed(), key) }

func (h *murmur3x64twmb) Uint64(key uint64) uint64 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], key)
	return murmur3.SeedSum64(h.Seed(), b[:])
}

func (h *murmur3x64twmb) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	seed := h.Seed()
	for i, key := range keys {
		dst[i] = murmur3.SeedSum64(seed, key)
	}
}

func (h *murmur3x64twmb) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	seed := h.Seed()
	for i, key := range keys {
		dst[i] = murmur3.SeedStringSum64(seed, key)
	}
}

// DirectSum and DirectSumStrings are hash.Direct.
func (*murmur3x64twmb) DirectSum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		dst[i] = murmur3.Sum64(key)
	}
}

func (*murmur3x64twmb) DirectSumStrings(dst []uint64, keys []string) {
	for i, key := range keys {
		dst[i] = murmur3.StringSum64(key)
	}
}

var murmur3x64twmbInfo = hash.Info{
	Meta: registry.Meta{
		Name:    "murmur3-64-twmb",
		Doc:     "MurmurHash3, first 64 of 128 bits, from the faster library: with strings, 64-bit seeds and a defined byte order",
		Source:  "Appleby, MurmurHash3_x64_128 of SMHasher (2011)",
		Module:  "github.com/twmb/murmur3",
		Licence: "BSD-3-Clause",
		Pinned:  0xc97a0c5b040f8919,
	},
	Bits:   64,
	Seeds:  hash.Seed64,
	Stable: true,
	Code:   0x443d8c6d,
}

func init() { hash.Register(murmur3x64twmbInfo, newMurmur3x64twmb) }
