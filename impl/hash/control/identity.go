package control

import (
	"encoding/binary"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// identity is the first 8 bytes of the key, little-endian; a shorter key is padded with zero bytes. So an
// integer is its own hash, as in the standard libraries of several languages.
type identity struct{ hash.Base }

func newIdentity(seed uint64) (hash.Hash, error) {
	return &identity{hash.NewBase(&identityInfo, seed)}, nil
}

func first8(key []byte) uint64 {
	if len(key) >= 8 {
		return binary.LittleEndian.Uint64(key)
	}
	var h uint64
	for i, c := range key {
		h |= uint64(c) << (8 * i)
	}
	return h
}

func (h *identity) Bytes(key []byte) uint64  { return first8(key) }
func (h *identity) String(key string) uint64 { return first8(hash.View(key)) }
func (h *identity) Uint64(key uint64) uint64 { return key }

func (h *identity) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = first8(key)
	}
}

func (h *identity) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = first8(hash.View(key))
	}
}

// The code is 0: that of the empty key, with which the keys of the code begin, is all that a function of the
// first bytes sees.
var identityInfo = hash.Info{
	Meta: registry.Meta{
		Name:   "identity",
		Doc:    "the first 8 bytes of the key as they are: a control, what an integer hash without mixing does (fails spread)",
		Source: "std::hash of integers in libstdc++ and libc++; the do-nothing hash of SMHasher",
		Traits: registry.Traits{Fails: []string{"spread"}},
		Pinned: 0xca3d143721a7de7f,
	},
	Bits:   64,
	Seeds:  hash.NoSeed,
	Stable: true,
	Code:   0,
}

func init() { hash.Register(identityInfo, newIdentity) }
