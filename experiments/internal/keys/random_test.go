package keys

import (
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

func TestFixed(t *testing.T) {
	for _, length := range []int{1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 64, 1000, 4096, MaxFixed} {
		t.Run(fmt.Sprintf("length=%d", length), func(t *testing.T) {
			n := uint64(20)
			if length <= 64 {
				n = 70_000 // above 2^16: all keys of 1 and 2 bytes
			}
			if length < 3 {
				n = 1 << (8 * length)
			}
			s, err := Fixed(length, 1, n)
			if err != nil {
				t.Fatal(err)
			}
			seen := make(map[string]bool, n)
			for _, key := range All(s) {
				if len(key) != length {
					t.Fatalf("got a key of %d bytes", len(key))
				}
				seen[string(key)] = true
			}
			if uint64(len(seen)) != n {
				t.Errorf("%d of %d keys are distinct", len(seen), n)
			}
		})
	}
}

// Every word after the first changes from key to key: a stuck one would not tell hash functions apart.
func TestFixedIsRandomThroughout(t *testing.T) {
	s, err := Fixed(4099, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]int{}
	for _, key := range All(s) {
		for at := 0; at < 4096; at += 8 {
			words[string(key[at:at+8])]++
		}
	}
	if got, want := len(words), 2*512; got != want {
		t.Errorf("got %d distinct words, want %d", got, want)
	}
}

func TestFixedRefuses(t *testing.T) {
	for _, c := range []struct {
		length int
		n      uint64
		want   string
	}{
		{0, 1, "key length 0"}, {-1, 1, "key length -1"}, {MaxFixed + 1, 1, "key length 1048577"},
		{1, 257, "256 keys of 1 bytes: too few for 257"}, {7, 1<<56 + 1, "too few"}, {8, 1<<62 + 1, "more than 2^62"},
	} {
		if _, err := Fixed(c.length, 0, c.n); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Fixed(%d, 0, %d): got %v, want an error with %q", c.length, c.n, err, c.want)
		}
	}
}

// Eight-byte keys are those of the base class.
func TestFixed8IsRandom8(t *testing.T) {
	s, err := Fixed(8, 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	in, _ := split(t, classes["random8"], 1, 0, 5)
	if got, want := hex.EncodeToString(s.Append(nil, 0)), hex.EncodeToString(in.Append(nil, 0)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// The texts have the shape that their class states.
func TestShapes(t *testing.T) {
	for name, shape := range map[string]string{
		"uuid4":        `^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, // RFC 9562, 4 and 5.4
		"dec":          `^(0|[1-9][0-9]*)$`,
		"user-profile": `^user:(0|[1-9][0-9]*):profile$`,
		"url":          `^` + regexp.QuoteMeta(urlPrefix) + `(0|[1-9][0-9]*)$`,
		"vnode-label":  `^server-(0|[1-9][0-9]*):(0|[1-9][0-9]?|1[0-5][0-9])$`,
		"usernames":    `^([a-z]+|[a-z]+\.[a-z]+|[a-z]+[0-9]{2}|[a-z]+[0-9]{4}|[a-z]+_[a-z]+[0-9]{2})$`,
		"rep4":         `^(?s:.{8})$`,
		"email":        `^customer\.(0|[1-9][0-9]*)@example\.com$`,
		"ipv4-text":    `^10(\.(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])){3}$`,
		"rfc3339":      `^2[0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$`,
		"uuid7":        `^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, // RFC 9562, 4 and 5.7
		"long":         `^\x00{200}(0|[1-9][0-9]*)$`,
	} {
		t.Run("class="+name, func(t *testing.T) {
			want := regexp.MustCompile(shape)
			in, out := split(t, classes[name], 2000, 2000, 0)
			for _, s := range []Stream{in, out} {
				for _, key := range All(s) {
					if name == "rep4" {
						if len(key) != 8 || string(key[:4]) != string(key[4:]) {
							t.Fatalf("got %x, want a block of 4 bytes twice", key)
						}
					} else if !want.Match(key) {
						t.Fatalf("got %q, want %s", key, shape)
					}
				}
			}
		})
	}
	if len(urlPrefix) < 60 {
		t.Errorf("the shared prefix of URLs has %d bytes, want 60 or more", len(urlPrefix))
	}
}

// The article on consistent hashing counts from user:0:profile on: seed 0 gives its keys.
func TestSeed0StartsAt0(t *testing.T) {
	in, _ := split(t, classes["user-profile"], 100_000, 0, 0)
	for i, want := range map[uint64]string{0: "user:0:profile", 99_999: "user:99999:profile"} {
		if got := string(in.Append(nil, i)); got != want {
			t.Errorf("key %d: got %q, want %q", i, got, want)
		}
	}
}
