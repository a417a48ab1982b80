package hashtest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"sync"

	"hashlab/impl/hash"
)

// formsAgree holds every form against Bytes of a copy of the same bytes, for keys of 0 to longest bytes at
// 8 misalignments, each among other neighbours, so that a read beyond the key shows.
func formsAgree(e hash.Entry) error {
	return eachSeed(e, func(h hash.Hash) error {
		for _, key := range keys(longest) {
			for offset := range 8 {
				if err := formsOf(h, key, offset); err != nil {
					return fmt.Errorf("seed %#x, %d bytes at offset %d: %w", h.Seed(), len(key), offset, err)
				}
			}
			if len(key) >= 8 {
				if err := integerForm(h, binary.LittleEndian.Uint64(key)); err != nil {
					return fmt.Errorf("seed %#x: %w", h.Seed(), err)
				}
			}
		}
		return nil
	})
}

func formsOf(h hash.Hash, key []byte, offset int) error {
	want := h.Bytes(bytes.Clone(key))
	around := bytes.Repeat([]byte{byte(0x55 + offset)}, offset+len(key)+16)
	copy(around[offset:], key)
	text := string(around)[offset : offset+len(key)]
	shifted := around[offset : offset+len(key)]
	var sum, sumStrings [1]uint64
	h.Sum(sum[:], [][]byte{shifted})
	h.SumStrings(sumStrings[:], []string{text})
	for _, form := range []struct {
		name string
		got  uint64
	}{
		{"Bytes", h.Bytes(shifted)},
		{"String", h.String(text)},
		{"Sum", sum[0]},
		{"SumStrings", sumStrings[0]},
	} {
		if form.got != want {
			return fmt.Errorf("%s gives %#x, Bytes of a copy %#x", form.name, form.got, want)
		}
	}
	if !bytes.Equal(shifted, key) {
		return fmt.Errorf("the function changed its key %x to %x", key, shifted)
	}
	return nil
}

func integerForm(h hash.Hash, key uint64) error {
	want := h.Bytes(binary.LittleEndian.AppendUint64(nil, key))
	if got := h.Uint64(key); got != want {
		return fmt.Errorf("Uint64(%#x) gives %#x, Bytes of its 8 little-endian bytes %#x", key, got, want)
	}
	return nil
}

// stableUnderConcurrency hashes the same keys with the same function from 8 goroutines. Under the race
// detector it also finds state that happens to give right answers.
func stableUnderConcurrency(e hash.Entry) error {
	const goroutines = 8
	return eachSeed(e, func(h hash.Hash) error {
		ks := keys(longest)
		want := make([]uint64, len(ks))
		for i, key := range ks {
			want[i] = h.Bytes(key)
		}
		var all sync.WaitGroup
		errs := make(chan error, goroutines)
		for range goroutines {
			all.Go(func() {
				for i, key := range ks {
					if got := h.Bytes(key); got != want[i] {
						errs <- fmt.Errorf("seed %#x, %d bytes: %#x among %d goroutines, %#x alone",
							h.Seed(), len(key), got, goroutines, want[i])
						return
					}
				}
			})
		}
		all.Wait()
		close(errs)
		return <-errs
	})
}
