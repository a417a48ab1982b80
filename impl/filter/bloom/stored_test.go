package bloom

import (
	"bytes"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hashlab/impl/filter"
	_ "hashlab/impl/hash/sip"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestStoredBytes pins the stored form of each filter: three keys hashed by xxh3 with seed 7. A filter of another
// process, machine or version must be read, so a change here is a change of the form.
func TestStoredBytes(t *testing.T) {
	for _, e := range filter.All() {
		t.Run(e.Name, func(t *testing.T) {
			keys := [][]byte{[]byte("one"), []byte("two"), []byte("\x80\xff")}
			f, err := e.FromKeys(filter.Spec{N: 3, FPR: 0.1}, open(t, "xxh3", 7), keys)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := filter.Save(&b, f); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", "stored", e.Name+".hex")
			if *update {
				if err := os.WriteFile(file, lines(b.Bytes()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, err := hex.DecodeString(strings.Join(strings.Fields(string(text)), ""))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(b.Bytes(), want) {
				t.Errorf("got\n%swant\n%s", lines(b.Bytes()), text)
			}
			back, err := filter.Load(bytes.NewReader(want))
			if err != nil {
				t.Fatal(err)
			}
			for _, key := range keys {
				if !back.Contains(key) {
					t.Errorf("%q is not found after the filter was loaded", key)
				}
			}
		})
	}
}

// lines returns b as hexadecimal digits, 32 bytes a line.
func lines(b []byte) []byte {
	var text bytes.Buffer
	for len(b) > 0 {
		n := min(32, len(b))
		fmt.Fprintf(&text, "%x\n", b[:n])
		b = b[n:]
	}
	return text.Bytes()
}

// Each filter goes through the registry and back with a secret seed, which LoadWith alone can give.
func TestStoredWithSecretSeed(t *testing.T) {
	for _, e := range filter.All() {
		f, err := e.FromKeys(filter.Spec{N: 100, FPR: 0.01}, open(t, "siphash24", 1<<63+12345), [][]byte{[]byte("key")})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := filter.Save(&b, f); err != nil {
			t.Fatal(err)
		}
		if _, err := filter.Load(bytes.NewReader(b.Bytes())); !errors.Is(err, filter.ErrSeedWithheld) {
			t.Errorf("%s: got %v, want ErrSeedWithheld", e.Name, err)
		}
		if back, err := filter.LoadWith(bytes.NewReader(b.Bytes()), 1<<63+12345); err != nil || !back.ContainsString("key") {
			t.Errorf("%s: got %v, %v", e.Name, back, err)
		}
	}
}

// The payload of Split256 is the bitset of a Parquet file, byte for byte: 32-bit words in little-endian order.
func TestPayloadIsParquetBitset(t *testing.T) {
	f, err := NewSplit256(filter.Spec{M: 700 * 256})
	if err != nil {
		t.Fatal(err)
	}
	h := open(t, "xxh64", 0)
	blocks := make([][8]uint32, 700)
	for i := range 5000 {
		key := h.String(fmt.Sprint("row ", i))
		f.Add(key)
		parquetAdd(blocks, key)
	}
	var want, got bytes.Buffer
	for _, block := range blocks {
		for _, word := range block {
			want.Write([]byte{byte(word), byte(word >> 8), byte(word >> 16), byte(word >> 24)})
		}
	}
	if err := f.WritePayload(&got); err != nil || !bytes.Equal(got.Bytes(), want.Bytes()) {
		t.Errorf("the payload is not the bitset, %v", err)
	}
}

// Bits that lie beyond m would count in fill ratios and estimates.
func TestBitsBeyondM(t *testing.T) {
	for _, name := range []string{"bloom-classic", "bloom-counting", "bloom-concurrent", "bloom-partitioned"} {
		e, err := filter.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		made, err := e.New(filter.Spec{M: 100, K: 5})
		if err != nil {
			t.Fatal(err)
		}
		payload := bytes.Repeat([]byte{0}, 16)
		payload[12] = 0x10 // bit 100
		if f, err := e.Restore(made.Params(), bytes.NewReader(payload)); !errors.Is(err, filter.ErrFormat) {
			t.Errorf("%s: got %v, %v; want an error that wraps ErrFormat", name, f, err)
		}
		payload[12] = 0x08
		if _, err := e.Restore(made.Params(), bytes.NewReader(payload)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
