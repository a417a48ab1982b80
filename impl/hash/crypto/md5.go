package crypto

import (
	"crypto/md5"
	"encoding/binary"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// md5Hash is the first 8 bytes of the MD5 digest, little-endian.
type md5Hash struct{ hash.Base }

func newMD5(seed uint64) (hash.Hash, error) {
	if err := allowed("md5"); err != nil {
		return nil, err
	}
	return &md5Hash{hash.NewBase(&md5Info, seed)}, nil
}

func plainMD5(key []byte) uint64 {
	digest := md5.Sum(key)
	return binary.LittleEndian.Uint64(digest[:])
}

// seededMD5 streams the seed and the key, so that a long key is not copied.
func seededMD5(seed uint64, key []byte) uint64 {
	var prefix [8]byte
	var digest [md5.Size]byte
	binary.LittleEndian.PutUint64(prefix[:], seed)
	d := md5.New()
	d.Write(prefix[:])
	d.Write(key)
	return binary.LittleEndian.Uint64(d.Sum(digest[:0]))
}

func (h *md5Hash) Bytes(key []byte) uint64 {
	if h.Seed() == 0 {
		return plainMD5(key)
	}
	return seededMD5(h.Seed(), key)
}

func (h *md5Hash) String(key string) uint64 { return h.Bytes(hash.View(key)) }

func (h *md5Hash) Uint64(key uint64) uint64 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], key)
	return h.Bytes(b[:])
}

func (h *md5Hash) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	if seed := h.Seed(); seed != 0 {
		for i, key := range keys {
			dst[i] = seededMD5(seed, key)
		}
		return
	}
	for i, key := range keys {
		dst[i] = plainMD5(key)
	}
}

func (h *md5Hash) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	if seed := h.Seed(); seed != 0 {
		for i, key := range keys {
			dst[i] = seededMD5(seed, hash.View(key))
		}
		return
	}
	for i, key := range keys {
		dst[i] = plainMD5(hash.View(key))
	}
}

// DirectSum and DirectSumStrings are hash.Direct.
func (*md5Hash) DirectSum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		digest := md5.Sum(key)
		dst[i] = binary.LittleEndian.Uint64(digest[:])
	}
}

func (*md5Hash) DirectSumStrings(dst []uint64, keys []string) {
	for i, key := range keys {
		digest := md5.Sum(hash.View(key))
		dst[i] = binary.LittleEndian.Uint64(digest[:])
	}
}

var md5Info = hash.Info{
	Meta: registry.Meta{
		Name:    "md5",
		Doc:     "MD5, first 64 bits: what ketama and older rings place vnodes with; broken as a digest, sound as a hash of trusted keys",
		Source:  "Rivest, The MD5 Message-Digest Algorithm (RFC 1321, 1992)",
		Module:  "std",
		Licence: "BSD-3-Clause",
		Pinned:  0x36198d15bf05c4e6,
	},
	Bits:   64,
	Seeds:  hash.Seed64,
	Stable: true,
	Code:   0xea1b1090,
}

func init() { hash.Register(md5Info, newMD5) }
