package bloom

import (
	"bytes"
	"sync"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// Writers that share words lose no key: 8 of them add 40,000 keys to few words, while others look up what has been
// published, copy, store and unite. Under the race detector nothing may be reported.
func TestConcurrentLosesNoAdd(t *testing.T) {
	const writers, each = 8, 5000
	for _, m := range []uint64{64, 4096, 1 << 20} {
		f, err := NewConcurrent(filter.Spec{M: m, K: 4})
		if err != nil {
			t.Fatal(err)
		}
		published := make(chan uint64, writers*each)
		var group, readers sync.WaitGroup
		for w := range uint64(writers) {
			group.Go(func() {
				for i := range uint64(each) {
					h := hash.Fmix64(w*each + i + 1)
					f.Add(h)
					published <- h
				}
			})
		}
		for range 2 {
			readers.Go(func() {
				for h := range published {
					if !f.Contains(h) {
						t.Errorf("m=%d: %#x was added before and is not found", m, h)
						return
					}
				}
			})
		}
		readers.Go(func() {
			var b bytes.Buffer
			if err := f.Copy().(*Concurrent).Union(f); err != nil || f.WritePayload(&b) != nil {
				t.Errorf("m=%d: copy, union and payload beside writers: %v", m, err)
			}
			f.FillRatio()
		})
		group.Wait()
		close(published)
		readers.Wait()
		for i := range uint64(writers * each) {
			if !f.Contains(hash.Fmix64(i + 1)) {
				t.Fatalf("m=%d: key %d is lost", m, i)
			}
		}
	}
}

// The words of the concurrent filter are those of the classic one.
func TestConcurrentIsClassic(t *testing.T) {
	spec := filter.Spec{M: 1000, K: 5}
	a, errA := NewConcurrent(spec)
	b, errB := NewClassic(spec)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	for i := range uint64(100) {
		a.Add(hash.Fmix64(i))
		b.Add(hash.Fmix64(i))
	}
	for i, w := range b.words {
		if got := a.words[i].Load(); got != w {
			t.Errorf("word %d: got %#x, want %#x", i, got, w)
		}
	}
}
