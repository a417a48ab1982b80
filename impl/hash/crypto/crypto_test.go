package crypto_test

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/crypto"
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

// TestPublishedDigests holds the first 8 bytes, little-endian, of the digests of "abc" that RFC 1321 and
// FIPS 180 publish.
func TestPublishedDigests(t *testing.T) {
	for name, published := range map[string]string{
		"md5":    "900150983cd24fb0d6963f7d28e17f72",
		"sha1":   "a9993e364706816aba3e25717850c26c9cd0d89d",
		"sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
	} {
		digest, err := hex.DecodeString(published)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := made(t, name, 0).String("abc"), binary.LittleEndian.Uint64(digest); got != want {
			t.Errorf("%s: got %016x, want %016x", name, got, want)
		}
	}
}

// incrementing is the 32 bytes 00 … 1f.
const incrementing = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f" +
	"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f"

// TestRows holds rows that were computed with the standard library on amd64 and arm64 alike.
func TestRows(t *testing.T) {
	for _, tc := range []struct {
		key               string
		md5, sha1, sha256 uint64
	}{
		{"123456789", 0x38453b3294e7f925, 0x73048e801dbcc3f7, 0xeb9138c3d3b0e215},
		{"server-1:0", 0xce3626b5806337c7, 0x739489d092c37aa4, 0x4bd7dfee314f012d},
		{"user:123:profile", 0xbfc9437e6271d939, 0x43c67f796ea6815a, 0x40afcab7de540ed0},
		{incrementing, 0x31ec7c7323cbffb4, 0xc42253eaefd85bae, 0x6633c46629cd0d63},
	} {
		for name, want := range map[string]uint64{"md5": tc.md5, "sha1": tc.sha1, "sha256": tc.sha256} {
			if got := made(t, name, 0).String(tc.key); got != want {
				t.Errorf("%s of %q: got %016x, want %016x", name, tc.key, got, want)
			}
		}
	}
}

// TestSeedGoesFirst holds that a seed goes before the key as 8 little-endian bytes.
func TestSeedGoesFirst(t *testing.T) {
	const seed = 0x0123456789abcdef
	first8 := func(digest []byte) uint64 { return binary.LittleEndian.Uint64(digest) }
	for _, n := range []int{0, 1, 8, 47, 48, 55, 56, 63, 64, 119, 120, 300, 4096} {
		key := []byte(strings.Repeat("k", n))
		message := append([]byte("\xef\xcd\xab\x89\x67\x45\x23\x01"), key...)
		m, s1, s2 := md5.Sum(message), sha1.Sum(message), sha256.Sum256(message)
		for name, want := range map[string]uint64{"md5": first8(m[:]), "sha1": first8(s1[:]), "sha256": first8(s2[:])} {
			if got := made(t, name, seed).Bytes(key); got != want {
				t.Errorf("%s of %d bytes: got %016x, want %016x", name, n, got, want)
			}
		}
	}
}
