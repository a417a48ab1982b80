package hash_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// length is a hash that tells what the wrappers do to it: the number of bytes of the key plus the seed.
type length struct{ hash.Base }

func (l *length) Bytes(key []byte) uint64  { return uint64(len(key)) + l.Seed() }
func (l *length) String(key string) uint64 { return uint64(len(key)) + l.Seed() }
func (l *length) Uint64(uint64) uint64     { return 8 + l.Seed() }

func (l *length) Sum(dst []uint64, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = l.Bytes(key)
	}
}

func (l *length) SumStrings(dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = l.String(key)
	}
}

func info(name string, bits int, seeds hash.Seeds) hash.Info {
	return hash.Info{Meta: registry.Meta{Name: name, Doc: "the length", Source: "this test"}, Bits: bits, Seeds: seeds}
}

func maker(i hash.Info) func(uint64) (hash.Hash, error) {
	return func(seed uint64) (hash.Hash, error) { return &length{hash.NewBase(&i, seed)}, nil }
}

func init() {
	for name, seeds := range map[string]hash.Seeds{
		"length-fixed":   hash.NoSeed,
		"length-seed32":  hash.Seed32,
		"length-seed64":  hash.Seed64,
		"length-key128":  hash.SeedKey128,
		"length-process": hash.SeedPerProcess,
	} {
		hash.Register(info(name, 64, seeds), maker(info(name, 64, seeds)))
	}
	narrow := info("length-narrow", 32, hash.Seed32)
	hash.Register32(narrow, maker(narrow), 11, 22)
}

func find(t *testing.T, name string) hash.Entry {
	t.Helper()
	e, err := hash.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestSeedsTaken(t *testing.T) {
	const most32 = 1<<32 - 1
	for _, tc := range []struct {
		name           string
		taken, refused []uint64
	}{
		{"length-fixed", []uint64{0}, []uint64{1, most32, 1 << 32, 1<<64 - 1}},
		{"length-process", []uint64{0}, []uint64{1, most32, 1 << 32, 1<<64 - 1}},
		{"length-seed32", []uint64{0, 1, most32}, []uint64{1 << 32, 1<<64 - 1}},
		{"length-narrow-left", []uint64{0, 1, most32}, []uint64{1 << 32, 1<<64 - 1}},
		{"length-narrow-mixed", []uint64{0, 1, most32}, []uint64{1 << 32, 1<<64 - 1}},
		{"length-seed64", []uint64{0, 1, 1 << 32, 1<<64 - 1}, nil},
		{"length-key128", []uint64{0, 1, 1 << 32, 1<<64 - 1}, nil},
	} {
		e := find(t, tc.name)
		for _, seed := range tc.taken {
			h, err := e.New(seed)
			if err != nil {
				t.Errorf("%s: seed %d: %v", tc.name, seed, err)
			} else if h.Seed() != seed || h.Info().Name != tc.name {
				t.Errorf("%s: seed %d: got %s of seed %d", tc.name, seed, h.Info().Name, h.Seed())
			}
		}
		for _, seed := range tc.refused {
			h, err := e.New(seed)
			if err == nil || h != nil {
				t.Errorf("%s: seed %d is taken", tc.name, seed)
			} else if !strings.Contains(err.Error(), fmt.Sprint(seed)) {
				t.Errorf("%s: the error %q does not name the seed %d", tc.name, err, seed)
			}
		}
	}
}

// TestNarrowChecksSeeds: the narrow form of a wrapped function refuses what the wrapped one refuses.
func TestNarrowChecksSeeds(t *testing.T) {
	if _, err := find(t, "length-narrow-left").Narrow(1 << 32); err == nil {
		t.Error("seed 2^32 is taken")
	}
}

func TestRegister32Describes(t *testing.T) {
	for _, tc := range []struct {
		name, doc string
		pinned    uint64
	}{
		{"length-narrow-left", "the length; 32 bits moved to the high half, as rings use them", 11},
		{"length-narrow-mixed", "the length; 32 bits spread over 64 by fmix64, as filters need them", 22},
	} {
		e := find(t, tc.name)
		if e.Doc != tc.doc || e.Pinned != tc.pinned || e.Bits != 32 || e.Narrow == nil {
			t.Errorf("%s: got doc %q, pinned %d, %d bits", tc.name, e.Doc, e.Pinned, e.Bits)
		}
	}
	if _, err := hash.Find("length-narrow"); err == nil {
		t.Error("a 32-bit function is registered without a wrapper")
	}
}

// TestFile: an implementation's source is the file that registered it, through either function.
func TestFile(t *testing.T) {
	for _, name := range []string{"length-fixed", "length-narrow-left", "length-narrow-mixed"} {
		if got, want := filepath.Base(hash.File(name)), "register_test.go"; got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestFindNamesTheNearest(t *testing.T) {
	_, err := hash.Find("length-narow-left")
	want := `unknown hash "length-narow-left": nearest are length-narrow-left, `
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want an error that starts with %q", err, want)
	}
}
