package cuckoo

import (
	"bytes"
	"errors"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// Whatever bytes arrive, restoring ends in a filter that answers, adds and removes, or in an error that wraps ErrFormat.
func FuzzRestore(f *testing.F) {
	for i, width := range widths {
		built := empty(width, 4, 0)
		built.AddAll(hashes(1, 12))
		var b bytes.Buffer
		if err := built.WritePayload(&b); err != nil {
			f.Fatal(err)
		}
		f.Add(i, built.params.M, b.Bytes())
	}
	f.Fuzz(func(t *testing.T, i int, m uint64, payload []byte) {
		width := widths[uint(i)%uint(len(widths))]
		got, err := restore(width, filter.Params{M: m, K: 2, FingerprintBits: width, BucketSlots: slots}, bytes.NewReader(payload))
		if err != nil {
			if !errors.Is(err, filter.ErrFormat) {
				t.Errorf("got %v, want ErrFormat", err)
			}
			return
		}
		c := got.(*Filter)
		for key := range uint64(30) {
			h := hash.Fmix64(key)
			if used := c.used; c.Add(h) && !(c.Contains(h) && c.Remove(h) && c.used == used) {
				t.Errorf("hash %#x is added and not there to remove, or %d slots become %d", h, used, c.used)
			}
		}
	})
}

// Any operations, two bytes each, keep to a count of what makes keys equal.
func FuzzOperations(f *testing.F) {
	f.Add([]byte{0, 1, 0, 2, 1, 1, 0, 1})
	f.Fuzz(func(t *testing.T, operations []byte) {
		c := empty(8, 4, 0)
		held := map[[2]uint64]int{}
		for ; len(operations) >= 2; operations = operations[2:] {
			h := hash.Fmix64(uint64(operations[1]))
			fp, i := c.place(h)
			if i%2 == 1 {
				i = c.other(fp, i)
			}
			kind := [2]uint64{fp, i}
			there := held[kind] > 0
			if c.Contains(h) != there {
				t.Fatalf("Contains(%#x): got %t", h, !there)
			}
			if operations[0]%2 == 0 {
				if c.Add(h) {
					held[kind]++
				}
			} else if c.Remove(h) != there {
				t.Fatalf("Remove(%#x): got %t", h, !there)
			} else if there {
				held[kind]--
			}
		}
	})
}
