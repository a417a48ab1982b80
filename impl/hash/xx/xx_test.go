package xx_test

import (
	"fmt"
	"testing"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/xx"
)

func made(t *testing.T, name string, seed uint64) hash.Hash {
	t.Helper()
	e, err := hash.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	h, err := e.New(seed)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

const (
	prime32 = 2654435761
	prime64 = 11400714785074694797
)

// sanityBuffer returns the first n bytes of the test buffer of xxHash's cli/xsum_sanity_check.c.
func sanityBuffer(n int) []byte {
	buffer := make([]byte, n)
	generator := uint64(prime32)
	for i := range buffer {
		buffer[i] = byte(generator >> 56)
		generator *= prime64
	}
	return buffer
}

// TestSanityVectors holds the values of xxHash's cli/xsum_sanity_check.c.
func TestSanityVectors(t *testing.T) {
	for _, tc := range []struct {
		name   string
		length int
		seed   uint64
		want   uint64
	}{
		{"xxh64", 0, 0, 0xEF46DB3751D8E999},
		{"xxh64", 0, prime32, 0xAC75FDA2929B17EF},
		{"xxh64", 1, 0, 0xE934A84ADB052768},
		{"xxh64", 4, 0, 0x9136A0DCA57457EE},
		{"xxh64", 14, 0, 0x8282DCC4994E35C8},
		{"xxh64", 14, prime32, 0xC3BD6BF63DEB6DF0},
		{"xxh64", 222, 0, 0xB641AE8CB691C174},
		{"xxh64", 222, prime32, 0x20CB8AB7AE10C14A},
		{"xxh3", 0, 0, 0x2D06800538D394C2},
		{"xxh3", 0, prime64, 0xA8A6B918B2F0364A},
		{"xxh3", 1, 0, 0xC44BDFF4074EECDB},
		{"xxh3", 6, 0, 0x27B56A84CD2D7325},
		{"xxh3", 12, 0, 0xA713DAF0DFBB77E7},
		{"xxh3", 24, 0, 0xA3FE70BF9D3510EB},
		{"xxh3", 48, 0, 0x397DA259ECBA1F11},
		{"xxh3", 80, 0, 0xBCDEFBBB2C47C90A},
		{"xxh3", 195, 0, 0xCD94217EE362EC3A},
		{"xxh3", 403, 0, 0xCDEB804D65C6DEA4},
		{"xxh3", 512, 0, 0x617E49599013CB6B},
		{"xxh3", 2048, 0, 0xDD59E2C3A5F038E0},
		{"xxh3", 2099, 0, 0xC6B9D9B3FC9AC765},
		{"xxh3", 2240, 0, 0x6E73A90539CF2948},
		{"xxh3", 2367, 0, 0xCB37AEB9E5D361ED},
		{"xxh3", 2367, prime64, 0xD2DB3415B942B42A},
	} {
		t.Run(fmt.Sprintf("%s/length=%d,seed=%d", tc.name, tc.length, tc.seed), func(t *testing.T) {
			h, key := made(t, tc.name, tc.seed), sanityBuffer(tc.length)
			if got := h.Bytes(key); got != tc.want {
				t.Errorf("Bytes: got %016x, want %016x", got, tc.want)
			}
			if got := h.String(string(key)); got != tc.want {
				t.Errorf("String: got %016x, want %016x", got, tc.want)
			}
		})
	}
}

// incrementing is the 32 bytes 00 … 1f.
const incrementing = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f" +
	"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f"

// TestTexts holds the values of cespare/xxhash's own test, and rows that were computed with the libraries
// on amd64 and arm64 alike.
func TestTexts(t *testing.T) {
	for _, tc := range []struct {
		name string
		key  string
		seed uint64
		want uint64
	}{
		{"xxh64", "a", 0, 0xd24ec4f1a98c6e5b},
		{"xxh64", "asdf", 0, 0x415872f599cea71e},
		{"xxh64", "", 123, 0xe0db84de91f3e198},
		{"xxh64", "asdf", 1<<64 - 1, 0x9a2fd8473be539b6},
		{"xxh64", "123456789", 0, 0x8cb841db40e6ae83},
		{"xxh64", "server-1:0", 0, 0x1ff5ed6055a179a8},
		{"xxh64", "user:123:profile", 0, 0x7cffeb656f890a1a},
		{"xxh64", incrementing, 0, 0xcbf59c5116ff32b4},
		{"xxh3", "123456789", 0, 0x72dcb18b67a17dff},
		{"xxh3", "server-1:0", 0, 0xf8d980de3e2722b9},
		{"xxh3", "user:123:profile", 0, 0x28abc87c836d21ff},
		{"xxh3", incrementing, 0, 0x3523581fe96e4c05},
	} {
		t.Run(fmt.Sprintf("%s/key=%q,seed=%d", tc.name, tc.key, tc.seed), func(t *testing.T) {
			if got := made(t, tc.name, tc.seed).String(tc.key); got != tc.want {
				t.Errorf("got %016x, want %016x", got, tc.want)
			}
		})
	}
}
