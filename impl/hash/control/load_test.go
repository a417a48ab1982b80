package control_test

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"hashlab/impl/hash"
)

func openLoad(t *testing.T) hash.Hash {
	t.Helper()
	e, err := hash.Find("load")
	if err != nil {
		t.Fatal(err)
	}
	h, err := e.New(0)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestLoad holds the definition, by a loop over words as slow as can be.
func TestLoad(t *testing.T) {
	h, random := openLoad(t), rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		key := make([]byte, n)
		for i := range key {
			key[i] = byte(random.Uint32())
		}
		want := uint64(0)
		switch {
		case n >= 8:
			for at := 0; at+8 <= n; at += 8 {
				want += binary.LittleEndian.Uint64(key[at:])
			}
			if n%8 > 0 {
				want += binary.LittleEndian.Uint64(key[n-8:])
			}
		case n >= 4:
			want = uint64(binary.LittleEndian.Uint32(key)) + uint64(binary.LittleEndian.Uint32(key[n-4:]))<<32
		case n > 0:
			want = uint64(key[0]) + uint64(key[n/2])<<8 + uint64(key[n-1])<<16
		}
		if got := h.Bytes(key); got != want {
			t.Errorf("n=%d: got %#x, want %#x", n, got, want)
		}
	}
}

// Every byte of a key is read: changing it changes the sum.
func TestLoadReadsEveryByte(t *testing.T) {
	h := openLoad(t)
	for n := 1; n < 200; n++ {
		key := make([]byte, n)
		before := h.Bytes(key)
		for i := range key {
			key[i] = 1
			if h.Bytes(key) == before {
				t.Errorf("n=%d: byte %d does not count", n, i)
			}
			key[i] = 0
		}
	}
}
