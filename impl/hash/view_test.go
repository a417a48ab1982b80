package hash_test

import (
	"strings"
	"testing"
	"unsafe"

	"hashlab/impl/hash"
)

func TestView(t *testing.T) {
	for _, key := range []string{"", "a", "\x00\xff", strings.Repeat("long", 1000)} {
		view := hash.View(key)
		if string(view) != key || len(view) != len(key) || cap(view) != len(key) {
			t.Errorf("%.9q: got %.9q of length %d and capacity %d", key, view, len(view), cap(view))
		}
		if len(key) > 0 && unsafe.SliceData(view) != unsafe.StringData(key) {
			t.Errorf("%.9q: the view is a copy", key)
		}
	}
}
