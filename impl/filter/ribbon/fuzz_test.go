package ribbon

import (
	"bytes"
	"errors"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// Whatever bytes arrive, restoring ends in a filter that answers or in an error that wraps ErrFormat.
func FuzzRestore(f *testing.F) {
	built, err := New(filter.Spec{N: 20}, hashes(1, 20))
	if err != nil {
		f.Fatal(err)
	}
	var b bytes.Buffer
	if err := built.WritePayload(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(built.params.M, b.Bytes())
	f.Fuzz(func(t *testing.T, m uint64, payload []byte) {
		got, err := restore(filter.Params{N: 20, M: m, K: 1, FingerprintBits: width}, bytes.NewReader(payload))
		if err != nil {
			if !errors.Is(err, filter.ErrFormat) {
				t.Errorf("got %v, want ErrFormat", err)
			}
			return
		}
		for h := range uint64(100) {
			got.Contains(hash.Fmix64(h))
		}
		got.Contains(^uint64(0))
	})
}
