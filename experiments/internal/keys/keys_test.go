package keys

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// split is Split where it must not fail.
func split(t rapid.TB, c Class, present, absent, seed uint64) (in, out Stream) {
	t.Helper()
	in, out, err := c.Split(present, absent, seed)
	if err != nil {
		t.Fatal(err)
	}
	return in, out
}

// A million keys of each class, or all of them, half present and half absent, are distinct.
func TestKeysAreDistinct(t *testing.T) {
	for _, c := range Classes() {
		t.Run("class="+c.Name, func(t *testing.T) {
			t.Parallel()
			present, absent := c.Largest()
			present, absent = min(present, 500_000), min(absent, 500_000)
			in, out := split(t, c, present, absent, 3)
			if in.Len() != present || out.Len() != absent {
				t.Fatalf("got %d and %d keys, want %d and %d", in.Len(), out.Len(), present, absent)
			}
			seen := make(map[string]bool, present+absent)
			for _, s := range []Stream{in, out} {
				for i, key := range All(s) {
					if seen[string(key)] {
						t.Fatalf("key %d, %q, is there twice", i, key)
					}
					seen[string(key)] = true
				}
			}
		})
	}
}

// Load gives what Append gives, from anywhere, and again after the memory was used for other keys.
func TestLoadEqualsAppend(t *testing.T) {
	for _, c := range Classes() {
		t.Run("class="+c.Name, func(t *testing.T) {
			var batch Batch
			rapid.Check(t, func(t *rapid.T) {
				present, absent := c.Largest()
				in, out := split(t, c, min(present, 20_000), min(absent, 20_000), rapid.Uint64Range(0, 3).Draw(t, "seed"))
				s := rapid.SampledFrom([]Stream{in, out}).Draw(t, "stream")
				from := rapid.Uint64Range(0, s.Len()).Draw(t, "from")
				count := rapid.IntRange(0, int(min(s.Len()-from, 1000))).Draw(t, "count")
				got := batch.Load(s, from, count)
				if len(got) != count {
					t.Fatalf("got %d keys, want %d", len(got), count)
				}
				for i, key := range got {
					want := s.Append([]byte("before "), from+uint64(i))
					if string(want) != "before "+string(key) {
						t.Fatalf("key %d: Load gives %q, Append %q", from+uint64(i), key, want)
					}
				}
			})
		})
	}
}

// A Load of a size that was there before allocates nothing, and its keys cannot grow into one another; by
// either way that keys are made, one by one and many at a time.
func TestLoadReusesMemory(t *testing.T) {
	for _, name := range []string{"le8", "dec"} {
		t.Run("class="+name, func(t *testing.T) {
			in, _ := split(t, classes[name], 8192, 0, 1)
			var batch Batch
			batch.Load(in, 0, 4096)
			batch.Load(in, 0, 4096)
			if got := testing.AllocsPerRun(10, func() { batch.Load(in, 4096, 4096) }); got != 0 {
				t.Errorf("got %v allocations a Load, want 0", got)
			}
			key := batch.Load(in, 0, 2)[0]
			if cap(key) != len(key) {
				t.Errorf("appending to a key would overwrite the next: cap %d, length %d", cap(key), len(key))
			}
		})
	}
}

func TestLoadBeyondEnd(t *testing.T) {
	in, _ := split(t, classes["dec"], 10, 10, 1)
	for _, c := range []struct {
		from  uint64
		count int
	}{{0, 11}, {10, 1}, {1 << 63, 1}, {0, -1}} {
		t.Run(fmt.Sprintf("from=%d/count=%d", c.from, c.count), func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("got keys that are not of the stream, want a panic")
				}
			}()
			new(Batch).Load(in, c.from, c.count)
		})
	}
}

// The first present and the first absent key of a split of 3 and 3. A change of them changes every result.
func TestFirstKeys(t *testing.T) {
	const shop = "https://shop.example.com/en/catalogue/household/lighting/item?session=none&id="
	zeros200 := strings.Repeat("\x00", 200)
	pinned := map[string][4]string{ // in and out for seed 0, in and out for seed 1
		"be8":           {"\x00\x00\x00\x00\x00\x00\x00\x00", "\x00\x00\x00\x00\x00\x00\x00\x03", "\x00\x00\x00\x1d\x10\v\x05\xe5", "\x00\x00\x00\x1d\x10\v\x05\xe8"},
		"dec":           {"0", "3", "124823209445", "124823209448"},
		"domains":       {"avantatravel.ru", "audi-r8.cf", "5629927.com", "yp3sur.us"},
		"email":         {"customer.0@example.com", "customer.3@example.com", "customer.940578789@example.com", "customer.940578792@example.com"},
		"ipv4":          {"\n\x00\x00\x00", "\n\x00\x00\x03", "\n\v\x05\xe5", "\n\v\x05\xe8"},
		"ipv4-ranges":   {"123.176.56.0", "45.91.12.0", "185.90.140.0", "193.37.229.0"},
		"ipv4-text":     {"10.0.0.0", "10.0.0.3", "10.11.5.229", "10.11.5.232"},
		"le8":           {"\x00\x00\x00\x00\x00\x00\x00\x00", "\x03\x00\x00\x00\x00\x00\x00\x00", "\xe5\x05\v\x10\x1d\x00\x00\x00", "\xe8\x05\v\x10\x1d\x00\x00\x00"},
		"le8-high":      {"\x00\x00\x00\x00\x00\x00\x00\x00", "\x00\x00\x00\x00\x03\x00\x00\x00", "\x00\x00\x00\x00\xe5\x05\v\x10", "\x00\x00\x00\x00\xe8\x05\v\x10"},
		"long":          {zeros200 + "0", zeros200 + "3", zeros200 + "124823209445", zeros200 + "124823209448"},
		"malware-hosts": {"202.78.201.3", "212.154.209.206", "180.191.59.227", "27.37.101.169"},
		"passwords":     {"flubber", "thesun", "bisexual", "r4e3w2q1"},
		"random8":       {"\xaf\xcd\x1d{9\xa8 \xe2", "\xec\x81Lr\xa8\xb8\x8b\xf8", "r\xd7\xc2\xdd0\x80\xef\xbf", ",\x9d\xc7b;\xfe@\xf4"},
		"rep4":          {"\x00\x00\x00\x00\x00\x00\x00\x00", "\x03\x00\x00\x00\x03\x00\x00\x00", "\xe5\x05\v\x10\xe5\x05\v\x10", "\xe8\x05\v\x10\xe8\x05\v\x10"},
		"rfc3339":       {"2020-01-01T00:00:00Z", "2020-01-01T00:00:03Z", "2049-10-21T07:53:09Z", "2049-10-21T07:53:12Z"},
		"short3":        {"E3\xc2", "\x1d\x8e\xb0", "\xebD\x05", "\xd9\xf7\xc1"},
		"url":           {shop + "0", shop + "3", shop + "940578789", shop + "940578792"},
		"user-profile":  {"user:0:profile", "user:3:profile", "user:940578789:profile", "user:940578792:profile"},
		"usernames":     {"dantebotello", "griselda0873", "daciapeery", "emelina2262"},
		"uuid4":         {"e220a839-7b1d-4cda-a9c1-b74bd3465f9f", "f88bb8a8-724c-481e-9388-4eeccc929ecc", "bfef8030-ddc2-4d77-9571-565a7b500c52", "f440fe3b-62c7-49d2-85ae-96cc1a4b74ac"},
		"uuid7":         {"018bcfe5-6800-7daf-a9c1-b74bd3465f9b", "018bcfe5-6803-71ec-9388-4eeccc929ece", "018c07f5-7fe5-7772-9571-565a7b500c52", "018c07f5-7fe8-7d2c-85ae-96cc1a4b74a8"},
		"vnode-label":   {"server-0:0", "server-0:3", "server-940578789:0", "server-940578789:3"},
		"words":         {"fosters", "miscarrying", "rowelling", "undertones"},
	}
	if len(pinned) != len(Classes()) {
		t.Errorf("%d classes are pinned, there are %d", len(pinned), len(Classes()))
	}
	for _, c := range Classes() {
		t.Run("class="+c.Name, func(t *testing.T) {
			want, ok := pinned[c.Name]
			if !ok {
				t.Errorf("no keys are pinned")
			}
			var got [4]string
			for seed := range uint64(2) {
				in, out := split(t, c, 3, 3, seed)
				got[2*seed], got[2*seed+1] = string(in.Append(nil, 0)), string(out.Append(nil, 0))
			}
			if got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// Two seeds give other keys, and a seed gives the same ones again.
func TestSeedPicksKeys(t *testing.T) {
	for _, c := range Classes() {
		t.Run("class="+c.Name, func(t *testing.T) {
			keys := func(seed uint64) []byte {
				in, _ := split(t, c, 1000, 0, seed)
				return bytes.Join(All(in), []byte{0})
			}
			var firsts []string
			for seed := range uint64(20) {
				once := keys(seed)
				if !bytes.Equal(once, keys(seed)) {
					t.Errorf("seed %d gives other keys the second time", seed)
				}
				if slices.Contains(firsts, string(once)) {
					t.Errorf("seed %d gives the keys of a smaller seed", seed)
				}
				firsts = append(firsts, string(once))
			}
		})
	}
}

func TestSplitTooMany(t *testing.T) {
	words := classes["words"]
	for _, c := range []struct {
		present, absent uint64
		want            string // "" where it fits
	}{
		{104_334, 0, ""}, {0, 104_334, ""}, {100_000, 4_334, ""}, {0, 0, ""},
		{104_335, 0, "104335 present and 0 absent"},
		{100_000, 4_335, "100000 present and 4335 absent"},
		{1 << 63, 1 << 63, "9223372036854775808 present"},
	} {
		t.Run(fmt.Sprintf("present=%d/absent=%d", c.present, c.absent), func(t *testing.T) {
			_, _, err := words.Split(c.present, c.absent, 1)
			switch {
			case c.want == "" && err != nil:
				t.Errorf("got %v, want no error", err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), "words has 104334 keys") ||
				!strings.Contains(err.Error(), c.want)):
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

func TestFind(t *testing.T) {
	if c, err := Find("random8"); err != nil || c.Name != "random8" {
		t.Errorf("got %q, %v", c.Name, err)
	}
	_, err := Find("random")
	if err == nil || !strings.Contains(err.Error(), `"random"`) || !strings.Contains(err.Error(), "random8") {
		t.Errorf("got %v, want an error that names the value and the classes", err)
	}
}

// What the records say of a class is there.
func TestClassesAreDescribed(t *testing.T) {
	for _, c := range Classes() {
		if c.Doc == "" || c.Size == 0 || c.Real != (c.SHA256 != "") {
			t.Errorf("class %s: doc %q, size %d, real %v, SHA-256 %q", c.Name, c.Doc, c.Size, c.Real, c.SHA256)
		}
	}
}
