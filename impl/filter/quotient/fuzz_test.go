package quotient

import (
	"bytes"
	"errors"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// Whatever bytes arrive, restoring ends in a filter that answers, adds and removes, or in an error that wraps ErrFormat.
func FuzzRestore(f *testing.F) {
	built := empty(64, 2, 0)
	for i := range uint64(40) {
		built.Add(hash.Fmix64(i))
	}
	var b bytes.Buffer
	if err := built.WritePayload(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(2, built.params.M, b.Bytes())
	f.Fuzz(func(t *testing.T, remainder int, m uint64, payload []byte) {
		got, err := restore(filter.Params{M: m, K: 1, FingerprintBits: remainder}, bytes.NewReader(payload))
		if err != nil {
			if !errors.Is(err, filter.ErrFormat) {
				t.Errorf("got %v, want ErrFormat", err)
			}
			return
		}
		q := got.(*Filter)
		for key := range uint64(30) {
			h := hash.Fmix64(key)
			if used := q.used; q.Add(h) && !(q.Contains(h) && q.Remove(h) && q.used == used) {
				t.Errorf("hash %#x is added and not there to remove, or %d slots become %d", h, used, q.used)
			}
			if err := q.check(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// Any operations, two bytes each, keep to a count of the fingerprints.
func FuzzOperations(f *testing.F) {
	f.Add([]byte{0, 1, 0, 2, 1, 1, 0, 1})
	f.Fuzz(func(t *testing.T, operations []byte) {
		q := empty(64, 2, 0)
		held := map[[2]uint64]int{}
		for ; len(operations) >= 2; operations = operations[2:] {
			h := hash.Fmix64(uint64(operations[1]))
			quotient, remainder := q.split(h)
			kind := [2]uint64{quotient, remainder}
			there := held[kind] > 0
			if q.Contains(h) != there {
				t.Fatalf("Contains(%#x): got %t", h, !there)
			}
			if operations[0]%2 == 0 {
				if q.Add(h) {
					held[kind]++
				}
			} else if q.Remove(h) != there {
				t.Fatalf("Remove(%#x): got %t", h, !there)
			} else if there {
				held[kind]--
			}
			if err := q.check(); err != nil {
				t.Fatal(err)
			}
		}
	})
}
