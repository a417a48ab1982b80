package quality

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hashlab/experiments/internal/keys"
	"hashlab/impl/hash"
)

// sameForms checks the value of a key in both forms.
func sameForms(t *testing.T, name, key string, want uint64) {
	t.Helper()
	h := made(t, name, 0)
	if b, s := h.Bytes([]byte(key)), h.String(key); b != want || s != want {
		t.Errorf("%s of %q: got %#x and %#x, want %#x", name, key, b, s, want)
	}
}

func caseSurrogates(t *testing.T) {
	sameForms(t, "murmur3-32-left", "surrogate pair \U0001F4B0", 0xbd8bd7b8)
}

// The standard value, not that of a program that shifts signed bytes.
func caseCassandra(t *testing.T) {
	key, err := hex.DecodeString("00104327529fb645dd00b883ec39ae448bb800000400066a6b00")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"murmur3-64", "murmur3-64-twmb"} {
		sameForms(t, name, string(key), 8117980653506862255)
	}
}

func caseByteOrder(t *testing.T) {
	for _, name := range []string{"murmur3-64", "murmur3-64-twmb"} {
		sameForms(t, name, "foo", 0xe271865701f54561)
	}
}

// Keys of 4 bytes and more, of which the report's call dies under the race detector, have their published values.
func caseCheckptr(t *testing.T) {
	sameForms(t, "murmur3-32-left", "hello", 0x248bfa47) // of spaolacci's tests, from the C++ reference
	h := made(t, "murmur3-32-left", 0)
	for n := range 64 {
		key := strings.Repeat("k", n)
		if h.String(key) != h.Bytes([]byte(key)) {
			t.Errorf("%d bytes: the forms differ", n)
		}
	}
}

// An integer key costs no allocation through the interface.
func caseEscape(t *testing.T) {
	h := made(t, "crc32c-left", 0)
	sum := uint64(0)
	if got := testing.AllocsPerRun(1000, func() { sum += h.Uint64(sum) }); got != 0 {
		t.Errorf("%v allocations a key, want none", got)
	}
}

// The version of the library is one whose assembly keeps the frame pointer: from 2024-09-24 on.
func caseFramePointer(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for module, least := range map[string]string{"github.com/dgryski/go-farm": "v0.0.0-20240924", "github.com/dgryski/go-metro": "v0.0.0-20250106"} {
		_, rest, found := strings.Cut(string(text), module+" ")
		version, _, _ := strings.Cut(rest, "\n")
		if !found || version < least {
			t.Errorf("%s %q: want %s or later", module, version, least)
		}
	}
}

// A change in the high half of the seed changes the hash, of every function that takes 64 bits of seed.
func caseSeedHalf(t *testing.T) {
	tried := 0
	for _, e := range hash.All() {
		if e.Seeds != hash.Seed64 && e.Seeds != hash.SeedKey128 {
			continue
		}
		tried++
		seen := map[uint64]bool{}
		for high := range uint64(64) {
			seen[made(t, e.Name, high<<32|7).String("a key")] = true
		}
		if len(seen) != 64 {
			t.Errorf("%s: %d hashes under 64 seeds", e.Name, len(seen))
		}
	}
	if tried < 5 {
		t.Errorf("only %d functions take 64 bits of seed", tried)
	}
}

// CRC-32C bit by bit, up to lengths that the vector code takes.
func caseLongCRC(t *testing.T) {
	h := made(t, "crc32c-left", 0)
	stream, err := keys.Fixed(3000, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	key, crc := keys.All(stream)[0], ^uint32(0)
	for n := range len(key) + 1 {
		if got, want := h.Bytes(key[:n]), uint64(^crc); got != want {
			t.Fatalf("%d bytes: got %08x, want %08x", n, got, want)
		}
		if n == len(key) {
			break
		}
		crc ^= uint32(key[n])
		for range 8 {
			crc = crc>>1 ^ crc&1*0x82f63b78 // the Castagnoli polynomial, reflected
		}
	}
}

// Two functions by two seeds and by two halves of one hash both give the rate of theory.
func caseTwoSeeds(t *testing.T) {
	s := subjectOf(t, "xxh64")
	found, err := kFunctions(s, amount{kClasses: []string{"le8"}, kAdded: 1 << 16, kAbsent: 1 << 17})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range append(found, ratiosOf(t, "xxh64", "le8", 1<<16)...) {
		if !f.holds() {
			t.Error(f.Result)
		}
	}
}

func casePair(t *testing.T) {
	h, pair := made(t, "xxh3", 0x2468b3bc26a44073), setOf(t, "xxh3-pair", 2)
	for _, key := range pair {
		if got := h.Bytes(key); got != 0xdd686b61e2f6dc69 {
			t.Errorf("%x: got %#x, want 0xdd686b61e2f6dc69", key, got)
		}
	}
	if plain := made(t, "xxh3", 0); plain.Bytes(pair[0]) == plain.Bytes(pair[1]) {
		t.Error("the pair collides under the published seed, too")
	}
}

// setOf returns n keys of an attack set.
func setOf(t *testing.T, name string, n int) [][]byte {
	t.Helper()
	for _, a := range keys.Adversarial() {
		if a.Name == name {
			ks, err := a.Keys(n)
			if err != nil {
				t.Fatal(err)
			}
			return ks
		}
	}
	t.Fatalf("there is no attack set %s", name)
	return nil
}

// The two published keys, and a thousand more of one value.
func caseUniversal(t *testing.T) {
	h := made(t, "farm64", 0)
	for _, text := range []string{"c00913e02a63e4e6cf532d9b2ce282c2893b794bab2f06f43d96323cef5f6d6f", "fad85af699815cfd18c595ea804462ccbca71d72877cb176a5dfd12d5f0ce746"} {
		key, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := h.Bytes(key); got != 0xd7950b302823c6cb {
			t.Errorf("%s: got %#x, want 0xd7950b302823c6cb", text, got)
		}
	}
	hashes := make([]uint64, 1000)
	h.Sum(hashes, setOf(t, "farm-32", 1000))
	if got := distinct(hashes); got != 1 {
		t.Errorf("farm64: %d values of 1,000 keys, want 1", got)
	}
	made(t, "siphash24", 0).Sum(hashes, setOf(t, "farm-32", 1000))
	if got := distinct(hashes); got != 1000 {
		t.Errorf("siphash24: %d values of 1,000 keys, want 1000", got)
	}
}

// Without the processor's AES instructions, and under the build tag purego always, maphash is not called keyed; and
// since it draws its key anew, no result that has to come out the same again may rest on it.
func caseProcessSeed(t *testing.T) {
	e := entry(t, "maphash")
	if e.Stable || e.Seeds != hash.SeedPerProcess || !e.Traits.Random {
		t.Errorf("maphash: stable %v, seeds %q, random %v", e.Stable, e.Seeds, e.Traits.Random)
	}
	if purego && e.Keyed {
		t.Error("maphash is called keyed although it is a port of wyhash under the tag purego")
	}
}
