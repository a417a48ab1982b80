package crypto

import (
	"crypto/sha256"
	"encoding/binary"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// sha256Hash is the first 8 bytes of the SHA-256 digest, little-endian.
type sha256Hash struct{ hash.Base }

func newSHA256(seed uint64) (hash.Hash, error) {
	return &sha256Hash{hash.NewBase(&sha256Info, seed)}, nil
}

func plainSHA256(key []byte) uint64 {
	digest := sha256.Sum256(key)
	return binary.LittleEndian.Uint64(digest[:])
}

// seededSHA256 streams the seed and the key, so that a long key is not copied.
func seededSHA256(seed uint64, key []byte) uint64 {
	var prefix [8]byte
	var digest [sha256.Size]byte
	binary.LittleEndian.PutUint64(prefix[:], seed)
	d := sha256.New()
	d.Write(prefix[:])
	d.Write(key)
	return binary.LittleEndian.Uint64(d.Sum(digest[:0]))
}

func (h *sha256Hash) Bytes(key []byte) uint64 {
	if h.Seed() == 0 {
		return plainSHA256(key)
	}
	return seededSHA256(h.Seed(), key)
}

func (h *sha256Hash) String(key string) uint64 { return h.Bytes(hash.View(key)) }

func (h *sha256Hash) Uint64(key uint64) uint64 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], key)
	return h.Bytes(b[:])
}

func (h *sha256Hash) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	if seed := h.Seed(); seed != 0 {
		for i, key := range keys {
			dst[i] = seededSHA256(seed, key)
		}
		return
	}
	for i, key := range keys {
		dst[i] = plainSHA256(key)
	}
}

func (h *sha256Hash) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	if seed := h.Seed(); seed != 0 {
		for i, key := range keys {
			dst[i] = seededSHA256(seed, hash.View(key))
		}
		return
	}
	for i, key := range keys {
		dst[i] = plainSHA256(hash.View(key))
	}
}

// DirectSum and DirectSumStrings are hash.Direct.
func (*sha256Hash) DirectSum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		digest := sha256.Sum256(key)
		dst[i] = binary.LittleEndian.Uint64(digest[:])
	}
}

func (*sha256Hash) DirectSumStrings(dst []uint64, keys []string) {
	for i, key := range keys {
		digest := sha256.Sum256(hash.View(key))
		dst[i] = binary.LittleEndian.Uint64(digest[:])
	}
}

var sha256Info = hash.Info{
	Meta: registry.Meta{
		Name:    "sha256",
		Doc:     "SHA-256, first 64 bits: the yardstick of evenness, at the price of a digest",
		Source:  "NIST, Secure Hash Standard (FIPS 180-4, 2015), SHA-256",
		Module:  "std",
		Licence: "BSD-3-Clause",
		Pinned:  0xcb8f2c2cd0651f38,
	},
	Bits:   64,
	Seeds:  hash.Seed64,
	Stable: true,
	Code:   0x9f37b9b6,
}

func init() { hash.Register(sha256Info, newSHA256) }
