// Package sip adapts SipHash-2-4 of Aumasson and Bernstein.
//
// With a secret key it keeps an adversary from finding keys that collide. A 64-bit seed gives half of the
// key only. It allocates nothing and is safe for concurrent use.
package sip

import (
	"encoding/binary"

	"github.com/dchest/siphash"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// siphash24 is SipHash-2-4 under the key whose low word is the seed and whose high word is 0.
type siphash24 struct{ hash.Base }

func newSiphash24(seed uint64) (hash.Hash, error) {
	return &siphash24{hash.NewBase(&siphash24Info, seed)}, nil
}

func (h *siphash24) Bytes(key []byte) uint64  { return siphash.Hash(h.Seed(), 0, key) }
func (h *siphash24) String(key string) uint64 { return siphash.Hash(h.Seed(), 0, hash.View(key)) }

func (h *siphash24) Uint64(key uint64) uint64 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], key)
	return siphash.Hash(h.Seed(), 0, b[:])
}

func (h *siphash24) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	k0 := h.Seed()
	for i, key := range keys {
		dst[i] = siphash.Hash(k0, 0, key)
	}
}

func (h *siphash24) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	k0 := h.Seed()
	for i, key := range keys {
		dst[i] = siphash.Hash(k0, 0, hash.View(key))
	}
}

// DirectSum and DirectSumStrings are hash.Direct.
func (*siphash24) DirectSum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		dst[i] = siphash.Hash(0, 0, key)
	}
}

func (*siphash24) DirectSumStrings(dst []uint64, keys []string) {
	for i, key := range keys {
		dst[i] = siphash.Hash(0, 0, hash.View(key))
	}
}

var siphash24Info = hash.Info{
	Meta: registry.Meta{
		Name:    "siphash24",
		Doc:     "SipHash-2-4: the choice where strangers pick the keys, with a secret seed",
		Source:  "Aumasson and Bernstein, SipHash: a fast short-input PRF (INDOCRYPT 2012)",
		Module:  "github.com/dchest/siphash",
		Licence: "CC0-1.0",
		Pinned:  0x67c727233c951615,
	},
	Bits:   64,
	Seeds:  hash.SeedKey128,
	Stable: true,
	Keyed:  true,
	Code:   0x57b661ed,
}

func init() { hash.Register(siphash24Info, newSiphash24) }
