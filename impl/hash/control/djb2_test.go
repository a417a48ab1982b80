package control_test

import (
	"testing"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/control"
)

func narrow(t *testing.T) hash.Hash {
	t.Helper()
	e, err := hash.Find("djb2-left")
	if err != nil {
		t.Fatal(err)
	}
	h, err := e.Narrow(0)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestVectors holds values worked out by hand from h = 33h + c: 33·5381 + 97 = 177670, and so on; "hello"
// is 261238937 in many texts on the function, and seven letters overflow 32 bits.
func TestVectors(t *testing.T) {
	h := narrow(t)
	for _, tc := range []struct {
		key  string
		want uint64
	}{
		{"", 5381},
		{"a", 177670},
		{"ab", 33*177670 + 98},
		{"hello", 261238937},
		{"goodbye", (5381*33*33*33*33*33*33*33 + 'g'*33*33*33*33*33*33 + 'o'*33*33*33*33*33 + 'o'*33*33*33*33 +
			'd'*33*33*33 + 'b'*33*33 + 'y'*33 + 'e') % (1 << 32)},
	} {
		if got := h.String(tc.key); got != tc.want {
			t.Errorf("%q: got %d, want %d", tc.key, got, tc.want)
		}
	}
}

// TestCollides holds what makes it a control: one more in a byte is undone by 33 less in the next.
func TestCollides(t *testing.T) {
	h := narrow(t)
	if a, b := h.String("node-b!"), h.String("node-aB"); a != b {
		t.Errorf("got %#x and %#x, want a collision", a, b)
	}
}
