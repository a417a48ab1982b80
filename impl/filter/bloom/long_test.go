//go:build long

package bloom

import (
	"encoding/binary"
	"math"
	"math/bits"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/filter/filtertest"
	"hashlab/impl/hash"
)

// Every size to 2000, each with a filter made for it, and a million keys.
func TestFindsAllAtEverySize(t *testing.T) {
	var sizes []uint64
	for n := range uint64(2001) {
		sizes = append(sizes, n)
	}
	sizes = append(sizes, 1_000_000)
	for _, e := range filter.All() {
		t.Run(e.Name, func(t *testing.T) {
			if e.Traits.Forgets {
				sizes := sizes[1:] // made for n keys it holds the last n; without n it is made for one
				if err := filtertest.FindsAll(e, sizes...); err != nil {
					t.Error(err)
				}
				return
			}
			if err := filtertest.FindsAll(e, sizes...); err != nil {
				t.Error(err)
			}
		})
	}
}

// Filters of 2^33 bits, 1 GiB of address space of which little is touched until it is read: 200,000 keys are found and
// reach the last quarter of the array as often as the others. What cannot reach so far refuses.
func TestBeyond32Bits(t *testing.T) {
	const m, keys = 1 << 33, 200_000
	for _, e := range filter.All() {
		t.Run(e.Name, func(t *testing.T) {
			if e.New == nil {
				return // on keys; its positions are those of bloom-classic
			}
			k := 0
			switch e.Name {
			case "bloom-classic-double", "bloom-classic-enhanced", "bloom-classic-triple":
				if f, err := e.New(filter.Spec{M: m, K: 4}); err == nil {
					t.Errorf("made with %+v", f.Params())
				}
				return
			case "bloom-scalable", "bloom-stable":
				return // sized by their keys; their positions are those of bloom-classic
			case "bloom-split-256", "bloom-split-512":
				k = 8
			default:
				k = 4
			}
			f, err := e.New(filter.Spec{M: m, K: k})
			if err != nil {
				t.Fatal(err)
			}
			hs := make([]uint64, keys)
			for i := range hs {
				hs[i] = hash.Fmix64(uint64(i) + 1)
			}
			if added := f.AddAll(hs); added != keys || f.Count(hs) != keys {
				t.Errorf("%d of %d keys are taken and %d found", added, keys, f.Count(hs))
			}
			if f.Bytes() != m/8 || f.Params().M != m {
				t.Errorf("got %d bytes and %+v", f.Bytes(), f.Params())
			}
			// The keys fall on the last quarter of the array 50,000 +- 194 times: 6.5 deviations, a false alarm of 8e-11,
			// find a share that is off by 2.6 %. Positions of 32 bits never come there.
			var quarters quarters
			if err := f.(filter.Storable).WritePayload(&quarters); err != nil {
				t.Fatal(err)
			}
			share := float64(quarters.ones[3]) / float64(quarters.ones[0]+quarters.ones[1]+quarters.ones[2]+quarters.ones[3])
			if quarters.bytes != m/8 || math.Abs(share-0.25) > 0.026*0.25 {
				t.Errorf("%d bytes, %v bits set in the quarters: the last has a share of %v", quarters.bytes, quarters.ones, share)
			}
		})
	}
}

// quarters counts the set bits in each quarter of 2^30 bytes that are written to it.
type quarters struct {
	bytes int
	ones  [4]int
}

func (q *quarters) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) >= 8 {
		if w := binary.LittleEndian.Uint64(p); w != 0 {
			q.ones[q.bytes>>28] += bits.OnesCount64(w)
		}
		q.bytes += 8
		p = p[8:]
	}
	return n, nil
}
