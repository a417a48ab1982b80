//go:build long

package fuse

import "testing"

// Many keys: cells of 2^25 and more, in segments of the greatest length.
func TestManyKeys(t *testing.T) {
	hs := hashes(1, 30_000_000)
	for _, k := range kinds {
		if k.width == 16 {
			continue // the same code
		}
		f := k.mustBuild(t, hs)
		if got := f.Count(hs); got != len(hs) {
			t.Errorf("%s: %d of %d hashes are found", k.name, got, len(hs))
		}
		if got := k.attempts(f); got > 3 {
			t.Errorf("%s: %d attempts", k.name, got)
		}
	}
}
