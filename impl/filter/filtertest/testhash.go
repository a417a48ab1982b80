package filtertest

import (
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// testHash is FNV-1a on 64 bits from a start that the seed moves, then Fmix64: good enough for filters, and of no
// family.
type testHash struct{ seed uint64 }

func (t testHash) Bytes(key []byte) uint64 {
	x := 0xcbf29ce484222325 ^ t.seed*0x9e3779b97f4a7c15
	for _, b := range key {
		x = (x ^ uint64(b)) * 0x100000001b3
	}
	return hash.Fmix64(x)
}

func (t testHash) String(key string) uint64 { return t.Bytes(hash.View(key)) }

func (t testHash) Uint64(key uint64) uint64 {
	var b [8]byte
	for i := range b {
		b[i] = byte(key >> (8 * i))
	}
	return t.Bytes(b[:])
}

func (t testHash) Sum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		dst[i] = t.Bytes(key)
	}
}

func (t testHash) SumStrings(dst []uint64, keys []string) {
	for i, key := range keys {
		dst[i] = t.String(key)
	}
}

func (testHash) Info() hash.Info {
	return hash.Info{Meta: registry.Meta{Name: "test"}, Bits: 64, Seeds: hash.Seed64, Stable: true}
}

func (t testHash) Seed() uint64 { return t.seed }

// Reseed returns the member of the family that seed picks.
func (testHash) Reseed(seed uint64) (hash.Hash, error) { return testHash{seed}, nil }
