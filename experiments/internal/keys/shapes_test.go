package keys

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The binary classes have the shape that their class states, whatever the seed.
func TestBinaryShapes(t *testing.T) {
	for name, right := range map[string]func(key []byte) bool{
		"ipv4":     func(key []byte) bool { return len(key) == 4 && key[0] == 10 },
		"le8-high": func(key []byte) bool { return len(key) == 8 && bytes.Equal(key[:4], make([]byte, 4)) },
		"short3":   func(key []byte) bool { return len(key) == 3 },
	} {
		t.Run("class="+name, func(t *testing.T) {
			in, out := split(t, classes[name], 2000, 2000, 1)
			for _, s := range []Stream{in, out} {
				for i, key := range All(s) {
					if !right(key) {
						t.Fatalf("key %d is %x", i, key)
					}
				}
			}
		})
	}
}

// The text of an address is that of its 4 bytes, and both go round within the net of 2^24 addresses.
func TestIPv4TextIsThatOfTheBytes(t *testing.T) {
	for _, seed := range []uint64{0, 1, 7} {
		binaries, _ := split(t, classes["ipv4"], privateNet, 0, seed)
		texts, _ := split(t, classes["ipv4-text"], privateNet, 0, seed)
		for _, i := range []uint64{0, 1, 255, 256, 65_535, 65_536, privateNet - 1} {
			b := binaries.Append(nil, i)
			want := fmt.Sprintf("%d.%d.%d.%d", b[0], b[1], b[2], b[3])
			if got := string(texts.Append(nil, i)); got != want {
				t.Errorf("seed %d, address %d: got %s, want %s", seed, i, got, want)
			}
		}
	}
}

// A UUID of version 7 begins with its time in milliseconds (RFC 9562, section 5.7).
func TestUUID7BeginsWithItsTime(t *testing.T) {
	in, _ := split(t, classes["uuid7"], uuid7Size, 0, 0)
	for _, i := range []uint64{0, 1, 1 << 30, uuid7Size - 1} {
		text := string(in.Append(nil, i))
		ms, err := strconv.ParseUint(strings.ReplaceAll(text[:13], "-", ""), 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		if want := uint64(uuid7Start) + i; ms != want {
			t.Errorf("id %d, %s: got the time %d, want %d", i, text, ms, want)
		}
	}
}

// The last time that any seed can give still has four digits in its year, as RFC 3339 asks.
func TestTimesKeepFourDigits(t *testing.T) {
	last := string(times(timesStart+idStarts-1).Append(nil, timesSize-1))
	if _, err := time.Parse(time.RFC3339, last); err != nil || len(last) != len("2006-01-02T15:04:05Z") {
		t.Errorf("got %q, %v", last, err)
	}
}

// No counter wraps within its width: start and index leave room for one another.
func TestCountersDoNotWrap(t *testing.T) {
	high := le8High(1<<31-1).Append(nil, 1<<31-1)
	if got, want := binary.LittleEndian.Uint64(high), uint64(1<<32-2)<<32; got != want {
		t.Errorf("le8-high: the last key is %#x, want %#x", got, want)
	}
	if last := uint64(uuid7Start) + idStarts - 1 + uuid7Size - 1; last >= 1<<48 {
		t.Errorf("uuid7: the last time is %d, not below 2^48", last)
	}
}
