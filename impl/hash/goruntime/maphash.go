// Package goruntime adapts the hash function of the Go runtime's own maps.
//
// Its key is drawn when the process starts, so that its values differ from process to process: they must
// never be stored or shared. Only where the runtime hashes with the processor's AES instructions is it held to
// be keyed: what takes their place elsewhere, and under the build tag purego, is a port of wyhash, on which
// flooding was reported (golang/go#66841). It allocates nothing and is safe for concurrent use.
package goruntime

import (
	"encoding/binary"
	"hash/maphash"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// process is the one seed of this process: every maphash of a process is the same function.
var process = maphash.MakeSeed()

type mapHash struct {
	hash.Base
	seed maphash.Seed
}

func newMapHash(seed uint64) (hash.Hash, error) {
	return &mapHash{hash.NewBase(&mapHashInfo, seed), process}, nil
}

func (h *mapHash) Bytes(key []byte) uint64  { return maphash.Bytes(h.seed, key) }
func (h *mapHash) String(key string) uint64 { return maphash.String(h.seed, key) }

func (h *mapHash) Uint64(key uint64) uint64 {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], key)
	return maphash.Bytes(h.seed, b[:])
}

func (h *mapHash) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	seed := h.seed
	for i, key := range keys {
		dst[i] = maphash.Bytes(seed, key)
	}
}

func (h *mapHash) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	seed := h.seed
	for i, key := range keys {
		dst[i] = maphash.String(seed, key)
	}
}

// DirectSum and DirectSumStrings are hash.Direct.
func (*mapHash) DirectSum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		dst[i] = maphash.Bytes(process, key)
	}
}

func (*mapHash) DirectSumStrings(dst []uint64, keys []string) {
	for i, key := range keys {
		dst[i] = maphash.String(process, key)
	}
}

var mapHashInfo = hash.Info{
	Meta: registry.Meta{
		Name:    "maphash",
		Doc:     "hash/maphash, the runtime's own: fast and keyed, inside one process only",
		Source:  "Go standard library, hash/maphash",
		Module:  "std",
		Licence: "BSD-3-Clause",
		Traits:  registry.Traits{Random: true},
	},
	Bits:  64,
	Seeds: hash.SeedPerProcess,
	Keyed: keyed(),
}

func init() { hash.Register(mapHashInfo, newMapHash) }
