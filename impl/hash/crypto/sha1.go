package crypto

import (
	"crypto/sha1"
	"encoding/binary"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// sha1Hash is the first 8 bytes of the SHA-1 digest, little-endian.
type sha1Hash struct{ hash.Base }

func newSHA1(seed uint64) (hash.Hash, error) {
	if err := allowed("sha1"); err != nil {
		return nil, err
	}
	return &sha1Hash{hash.NewBase(&sha1Info, seed)}, nil
}

func plainSHA1(key []byte) uint64 {
	digest := sha1.Sum(key)
	return binary.LittleEndian.Uint64(digest[:])
}

// seededSHA1 streams the seed and the key, so that a long key is not copied.
func seededSHA1(seed uint64, key []byte) uint64 {
	var prefix [8]byte
	var digest [sha1.Size]byte
	binary.LittleEndian.PutUint64(prefix[:], seed)
	d := sha1.New()
	d.Write(prefix[:])
	d.Write(key)
	return binary.LittleEndian.Uint64(d.Sum(digest[:0]))
}

func (h *sha1Hash) Bytes(key []byte) uint64 {
	if h.Seed() == 0 {
		return plainSHA1(key)
	}
	return seededSHA1(h.Seed(), key)
}

func (h *sha1Hash) String(key string) uint64 { return h.Bytes(hash.View(key)) }

func (h *sha1Hash) Uint64(key uint64) uint64 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], key)
	return h.Bytes(b[:])
}

func (h *sha1Hash) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	if seed := h.Seed(); seed != 0 {
		for i, key := range keys {
			dst[i] = seededSHA1(seed, key)
		}
		return
	}
	for i, key := range keys {
		dst[i] = plainSHA1(key)
	}
}

func (h *sha1Hash) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	if seed := h.Seed(); seed != 0 {
		for i, key := range keys {
			dst[i] = seededSHA1(seed, hash.View(key))
		}
		return
	}
	for i, key := range keys {
		dst[i] = plainSHA1(hash.View(key))
	}
}

// DirectSum and DirectSumStrings are hash.Direct.
func (*sha1Hash) DirectSum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		digest := sha1.Sum(key)
		dst[i] = binary.LittleEndian.Uint64(digest[:])
	}
}

func (*sha1Hash) DirectSumStrings(dst []uint64, keys []string) {
	for i, key := range keys {
		digest := sha1.Sum(hash.View(key))
		dst[i] = binary.LittleEndian.Uint64(digest[:])
	}
}

var sha1Info = hash.Info{
	Meta: registry.Meta{
		Name:    "sha1",
		Doc:     "SHA-1, first 64 bits: a digest as a hash, sound but slow; collisions of the full digest are known",
		Source:  "NIST, Secure Hash Standard (FIPS 180-4, 2015), SHA-1",
		Module:  "std",
		Licence: "BSD-3-Clause",
		Pinned:  0x9c4ce5950e9b38e8,
	},
	Bits:   64,
	Seeds:  hash.Seed64,
	Stable: true,
	Code:   0xb0058d6b,
}

func init() { hash.Register(sha1Info, newSHA1) }
