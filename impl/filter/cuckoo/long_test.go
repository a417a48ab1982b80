//go:build long

package cuckoo

import "testing"

// Many keys: 8-bit fingerprints lead to 255 other buckets only, which must not crowd keys of large filters.
func TestManyKeys(t *testing.T) {
	const n = 30_000_000
	hs := hashes(1, n)
	for _, width := range widths {
		f := empty(width, bucketsFor(n), n)
		if got := f.AddAll(hs); got != n {
			t.Errorf("width=%d: took %d of %d keys", width, got, n)
		}
		if got := f.Count(hs); got != n {
			t.Errorf("width=%d: %d of %d keys are found", width, got, n)
		}
	}
}
