package control

import (
	"encoding/binary"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// load is the sum of the key's 8-byte words, little-endian, modulo 2^64: every byte is read and nothing else is
// done. What does not fill a word is read by one that overlaps the word before; a key below 8 bytes is two halves
// that overlap, one below 4 its first, middle and last byte. It is written in plain Go, so functions with vector
// instructions may be faster on long keys.
type load struct{ hash.Base }

func newLoad(seed uint64) (hash.Hash, error) {
	return &load{hash.NewBase(&loadInfo, seed)}, nil
}

func sumWords(key []byte) uint64 {
	if len(key) < 8 {
		return sumShort(key)
	}
	return sumLong(key)
}

// sumShort reads fewer than 8 bytes.
func sumShort(key []byte) uint64 {
	n := len(key)
	switch {
	case n >= 4:
		return uint64(binary.LittleEndian.Uint32(key)) | uint64(binary.LittleEndian.Uint32(key[n-4:]))<<32
	case n > 0:
		return uint64(key[0]) | uint64(key[n/2])<<8 | uint64(key[n-1])<<16
	}
	return 0
}

// sumLong adds the words in four sums, which do not wait for each other.
func sumLong(key []byte) uint64 {
	var a, b, c, d uint64
	last := key[len(key)-8:]
	for len(key) >= 32 {
		a += binary.LittleEndian.Uint64(key)
		b += binary.LittleEndian.Uint64(key[8:])
		c += binary.LittleEndian.Uint64(key[16:])
		d += binary.LittleEndian.Uint64(key[24:])
		key = key[32:]
	}
	for len(key) >= 8 {
		a += binary.LittleEndian.Uint64(key)
		key = key[8:]
	}
	if len(key) > 0 {
		b += binary.LittleEndian.Uint64(last)
	}
	return a + b + c + d
}

func (h *load) Bytes(key []byte) uint64  { return sumWords(key) }
func (h *load) String(key string) uint64 { return sumWords(hash.View(key)) }
func (h *load) Uint64(key uint64) uint64 { return key }

func (h *load) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		if len(key) < 8 {
			dst[i] = sumShort(key)
			continue
		}
		// sumLong, written out: a call costs more than reading a few words.
		var a, b, c, d uint64
		last := key[len(key)-8:]
		for len(key) >= 32 {
			a += binary.LittleEndian.Uint64(key)
			b += binary.LittleEndian.Uint64(key[8:])
			c += binary.LittleEndian.Uint64(key[16:])
			d += binary.LittleEndian.Uint64(key[24:])
			key = key[32:]
		}
		for len(key) >= 8 {
			a += binary.LittleEndian.Uint64(key)
			key = key[8:]
		}
		if len(key) > 0 {
			b += binary.LittleEndian.Uint64(last)
		}
		dst[i] = a + b + c + d
	}
}

func (h *load) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = sumWords(hash.View(key))
	}
}

var loadInfo = hash.Info{
	Meta: registry.Meta{
		Name:   "load",
		Doc:    "control: the sum of the key's 8-byte words; the cost of reading every byte (fails spread)",
		Source: "our own",
		Traits: registry.Traits{Fails: []string{"spread"}},
		Pinned: 0x6f472e668db2c571,
	},
	Bits:   64,
	Seeds:  hash.NoSeed,
	Stable: true,
	Floor:  true,
	Code:   0x9a2fbc1c,
}

func init() { hash.Register(loadInfo, newLoad) }
