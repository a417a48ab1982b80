package hashtest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/impl/hash"
)

// looped is a planted function with loops over itself, which are off by wrong.
type looped struct {
	planted
	wrong uint64
}

func (l *looped) DirectSum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		dst[i] = l.Bytes(key)
	}
}

func (l *looped) DirectSumStrings(dst []uint64, keys []string) {
	for i, key := range keys {
		dst[i] = l.String(key) + l.wrong
	}
}

func TestSuiteFindsLoopsOfAnotherFunction(t *testing.T) {
	for wrong, want := range map[uint64][]string{0: nil, 1: {"direct-agrees"}} {
		e := entry(forms{}, func(e *hash.Entry) {
			e.New = func(seed uint64) (hash.Hash, error) { return &looped{planted{forms{}, &e.Info, seed}, wrong}, nil }
		})
		if diff := cmp.Diff(want, failing(e)); diff != "" {
			t.Errorf("loops off by %d: failing checks, want (-) got (+):\n%s", wrong, diff)
		}
	}
}

// Every function that adapts a library has loops over it, and no other has.
func TestLibrariesHaveLoops(t *testing.T) {
	for _, e := range hash.All() {
		if _, _, ok := e.Direct(); ok != (e.Module != "") {
			t.Errorf("%s: module %q, loops over it: %v", e.Name, e.Module, ok)
		}
	}
}
