package bloom

import (
	"bytes"
	"errors"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// FuzzLoad gives arbitrary bytes to Load: an error that wraps ErrFormat or ErrSeedWithheld, or a filter that answers and
// can be stored as the same bytes again.
func FuzzLoad(f *testing.F) {
	for _, e := range filter.All() {
		made, err := e.FromKeys(filter.Spec{N: 2, FPR: 0.3}, open(f, "xxh64", 1), [][]byte{[]byte("a"), []byte("b")})
		if err != nil {
			f.Fatal(err)
		}
		var b bytes.Buffer
		if err := filter.Save(&b, made); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r := bytes.NewReader(b)
		got, err := filter.Load(r)
		if err != nil {
			if got != nil || !errors.Is(err, filter.ErrFormat) && !errors.Is(err, filter.ErrSeedWithheld) {
				t.Errorf("got %v, %v", got, err)
			}
			return
		}
		got.ContainsString("a key")
		var again bytes.Buffer
		if err := filter.Save(&again, got); err != nil || !bytes.Equal(again.Bytes(), b[:len(b)-r.Len()]) {
			t.Errorf("stored again, the filter has other bytes, %v", err)
		}
	})
}

// FuzzRestore gives arbitrary parameters and payloads to the filter that the first byte picks: the checksums of the
// envelope would keep most of them from it.
func FuzzRestore(f *testing.F) {
	var entries []filter.Entry
	for _, e := range filter.All() {
		if e.Restore == nil {
			continue
		}
		entries = append(entries, e)
		made, err := e.New(filter.Spec{N: 2, FPR: 0.3})
		if err != nil {
			f.Fatal(err)
		}
		made.AddAll([]uint64{hash.Fmix64(1), hash.Fmix64(2)})
		var b bytes.Buffer
		if err := made.(filter.Storable).WritePayload(&b); err != nil {
			f.Fatal(err)
		}
		p := made.Params()
		f.Add(uint8(len(entries)-1), p.N, p.M, p.K, p.BlockBits, p.LaneBits, p.CounterBits, p.FPR, b.Bytes())
	}
	f.Fuzz(func(t *testing.T, which uint8, n, m uint64, k int, block, lane uint64, counter int, fpr float64, b []byte) {
		p := filter.Params{N: n, M: m, K: k, BlockBits: block, LaneBits: lane, CounterBits: counter, FPR: fpr}
		e := entries[int(which)%len(entries)]
		got, err := e.Restore(p, bytes.NewReader(b))
		if err != nil {
			if got != nil || !errors.Is(err, filter.ErrFormat) {
				t.Errorf("%s %+v: got %v, %v", e.Name, p, got, err)
			}
			return
		}
		if got.Params() != p || p.M > 8*uint64(len(b)) {
			t.Errorf("%s %+v: restored as %+v from %d bytes", e.Name, p, got.Params(), len(b))
		}
		changed := got.(filter.Mutable)
		if h := hash.Fmix64(3); changed.Add(h) && !changed.Contains(h) {
			t.Errorf("%s %+v: a key is lost at once", e.Name, p)
		}
	})
}

// FuzzOperations runs operations on two filters of a kind, against a multiset each. One byte is an operation, the next its
// key. No key that is held may be missed, by whatever way it came in.
func FuzzOperations(f *testing.F) {
	f.Add(uint8(0), []byte{0, 1, 1, 2, 2, 0, 3, 0, 4, 0, 5, 1, 0, 1, 6, 0})
	f.Add(uint8(4), []byte("add, copy, clear, unite and store what there is"))
	f.Add(uint8(9), []byte{0, 7, 0, 7, 1, 7, 2, 0, 5, 7, 5, 7, 6, 0, 3, 0, 0, 9})
	var entries []filter.Entry
	for _, e := range filter.All() {
		if e.New != nil && !e.Traits.Forgets {
			entries = append(entries, e)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, steps []byte) {
		e := entries[int(which)%len(entries)]
		var filters [2]filter.Filter
		held := [2]map[byte]int{{}, {}}
		for i := range filters {
			made, err := e.New(filter.Spec{N: 40, FPR: 0.01})
			if err != nil {
				t.Fatal(err)
			}
			filters[i] = made
		}
		for ; len(steps) >= 2 && len(steps) < 400; steps = steps[2:] {
			operate(t, e, &filters, &held, steps[0]%7, steps[1])
			for i := range filters {
				for key, times := range held[i] {
					if times > 0 && !filters[i].Contains(hash.Fmix64(uint64(key)+1)) {
						t.Fatalf("%s: key %d, held %d times, is not found after operation %d", e.Name, key, times, steps[0]%7)
					}
				}
			}
		}
	})
}

func operate(t *testing.T, e filter.Entry, filters *[2]filter.Filter, held *[2]map[byte]int, operation, key byte) {
	h := hash.Fmix64(uint64(key) + 1)
	switch operation {
	case 0, 1:
		if filters[operation].(filter.Mutable).Add(h) {
			held[operation][key]++
		}
	case 2:
		if u, ok := filters[0].(filter.Unioner); ok {
			if err := u.Union(filters[1]); err != nil {
				t.Fatal(err)
			}
			for key, times := range held[1] {
				held[0][key] += times
			}
		}
	case 3:
		filters[1] = filters[0].(filter.Copier).Copy()
		held[1] = map[byte]int{}
		for key, times := range held[0] {
			held[1][key] = times
		}
	case 4:
		filters[0].(filter.Clearer).Clear()
		held[0] = map[byte]int{}
		if found := filters[0].Count(hashes(0, 256)); found != 0 {
			t.Fatalf("%s: a cleared filter finds %d keys", e.Name, found)
		}
	case 5:
		if d, ok := filters[0].(filter.Deletable); ok && held[0][key] > 0 {
			if !d.Remove(h) {
				t.Fatalf("%s: the removal of key %d, held %d times, is refused", e.Name, key, held[0][key])
			}
			held[0][key]--
		}
	case 6:
		var b bytes.Buffer
		if err := filters[0].(filter.Storable).WritePayload(&b); err != nil {
			t.Fatal(err)
		}
		back, err := e.Restore(filters[0].Params(), &b)
		if err != nil {
			t.Fatal(err)
		}
		filters[0] = back
	}
}
