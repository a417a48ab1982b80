package filter

import (
	"encoding/binary"
	"io"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// sum is a hash for tests: the sum of the bytes, the seed and a constant.
type sum struct{ hash.Base }

func (s sum) Bytes(key []byte) uint64 { return s.String(string(key)) }
func (s sum) String(key string) uint64 {
	x := 0x9e3779b97f4a7c15 * (s.Seed() + 1)
	for i := range len(key) {
		x += uint64(key[i]) << (8 * (i % 8))
	}
	return x
}

func (s sum) Uint64(key uint64) uint64 { return s.Bytes(binary.LittleEndian.AppendUint64(nil, key)) }
func (s sum) Sum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		dst[i] = s.Bytes(key)
	}
}

func (s sum) SumStrings(dst []uint64, keys []string) {
	for i, key := range keys {
		dst[i] = s.String(key)
	}
}

// words is a filter that keeps its hashes as they are.
type words struct {
	mutable
	fail error // of WritePayload
}

func newWords(Spec) (Mutable, error) { return &words{mutable: mutable{static{newExact(1000)}}}, nil }

func (w *words) Params() Params { return Params{N: 3, M: uint64(len(w.order)) * 64, K: 1} }

func (w *words) WritePayload(to io.Writer) error {
	if w.fail != nil {
		return w.fail
	}
	return WriteWords(to, w.order)
}

func restoreWords(p Params, r io.Reader) (Filter, error) {
	hs, err := ReadWords(r, p.M/64)
	if err != nil {
		return nil, err
	}
	f, _ := newWords(Spec{})
	f.AddAll(hs)
	return f, nil
}

func testEntry(name string) Entry {
	return Entry{Meta: registry.Meta{Name: name, Doc: "a test's", Source: "this test"}, New: newWords, Restore: restoreWords}
}

func testHash(name string, seed uint64) hash.Hash {
	e, err := hash.Find(name)
	if err != nil {
		panic(err)
	}
	h, err := e.New(seed)
	if err != nil {
		panic(err)
	}
	return h
}

func init() {
	Register(testEntry("stored"))
	bare := testEntry("not-stored")
	bare.Restore = nil
	Register(bare)
	for _, info := range []hash.Info{
		{Meta: registry.Meta{Name: "sum"}, Stable: true}, {Meta: registry.Meta{Name: "sum-keyed"}, Stable: true, Keyed: true},
		{Meta: registry.Meta{Name: "sum-unstable"}},
	} {
		info.Doc, info.Source, info.Bits, info.Seeds = "a test's", "this test", 64, hash.Seed64
		hash.Register(info, func(seed uint64) (hash.Hash, error) { return sum{hash.NewBase(&info, seed)}, nil })
	}
}
