package control

import (
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// djb2 is Bernstein's string hash with 32 bits, its value in the low half: h starts at 5381, and each
// byte makes it 33h + byte, modulo 2^32.
type djb2 struct{ hash.Base }

const start = 5381

func newDJB2(seed uint64) (hash.Hash, error) {
	return &djb2{hash.NewBase(&djb2Info, seed)}, nil
}

func fold(key []byte) uint64 {
	h := uint32(start)
	for _, c := range key {
		h = 33*h + uint32(c)
	}
	return uint64(h)
}

func (h *djb2) Bytes(key []byte) uint64  { return fold(key) }
func (h *djb2) String(key string) uint64 { return fold(hash.View(key)) }

func (h *djb2) Uint64(key uint64) uint64 {
	sum := uint32(start)
	for range 8 {
		sum = 33*sum + uint32(key&0xff)
		key >>= 8
	}
	return uint64(sum)
}

func (h *djb2) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = fold(key)
	}
}

func (h *djb2) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = fold(hash.View(key))
	}
}

var djb2Info = hash.Info{
	Meta: registry.Meta{
		Name:   "djb2",
		Doc:    "djb2, 32 bits: a control, known to be bad on short and on similar keys (fails spread)",
		Source: "Bernstein, posting to comp.lang.c (1991), h = 33h + c from 5381",
		Traits: registry.Traits{Fails: []string{"spread"}},
	},
	Bits:   32,
	Seeds:  hash.NoSeed,
	Stable: true,
	Code:   0x00c7fb24,
}

func init() { hash.Register32(djb2Info, newDJB2, 0x31125e4833507122, 0xbe72648fc691d09d) }
