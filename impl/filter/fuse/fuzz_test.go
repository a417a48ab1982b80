package fuse

import (
	"bytes"
	"errors"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// Whatever bytes arrive, restoring ends in a filter that answers or in an error that wraps ErrFormat.
func FuzzRestore(f *testing.F) {
	for i, k := range kinds {
		built, err := k.build(filter.Spec{N: 20}, hashes(1, 20))
		if err != nil {
			f.Fatal(err)
		}
		var b bytes.Buffer
		if err := built.(filter.Storable).WritePayload(&b); err != nil {
			f.Fatal(err)
		}
		f.Add(i, built.Params().M, b.Bytes())
	}
	f.Fuzz(func(t *testing.T, i int, m uint64, payload []byte) {
		k := kinds[uint(i)%uint(len(kinds))]
		got, err := k.restore(filter.Params{N: 20, M: m, K: k.probes, FingerprintBits: k.width}, bytes.NewReader(payload))
		if err != nil {
			if !errors.Is(err, filter.ErrFormat) {
				t.Errorf("%s: got %v, want ErrFormat", k.name, err)
			}
			return
		}
		for h := range uint64(100) {
			got.Contains(hash.Fmix64(h))
		}
		got.Contains(^uint64(0))
	})
}
