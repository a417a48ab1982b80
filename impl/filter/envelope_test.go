package filter

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func holdingTwo(t *testing.T, filter, function string, seed uint64) KeyFilter {
	t.Helper()
	e, err := Find(filter)
	if err != nil {
		t.Fatal(err)
	}
	f, err := e.FromKeys(Spec{N: 3}, testHash(function, seed), [][]byte{[]byte("a"), []byte("bc")})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func saved(t *testing.T, f KeyFilter) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Save(&b, f); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The form is pinned to the byte, as independent code writes it from the description: a change of it needs a new version.
func TestSavedBytes(t *testing.T) {
	want := "686173686c61620a" + "01" + "00" + "06" + "03" + hex.EncodeToString([]byte("storedsum")) +
		"0500000000000000" + // seed
		"23729ddb" + // proof
		"0300000000000000" + "8000000000000000" + "0100000000000000" + strings.Repeat("00", 48) + // parameters
		"1000000000000000" + // length of the payload
		"62e2c00f" + // checksum of the header
		"dfe8befb58da4cb5" + "e04bbffb58da4cb5" + // payload
		"96f09c44" // checksum of all
	if got := hex.EncodeToString(saved(t, holdingTwo(t, "stored", "sum", 5))); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestSaveAndLoad(t *testing.T) {
	for name, r := range map[string]func(io.Reader) io.Reader{
		"at once": func(r io.Reader) io.Reader { return r }, "byte by byte": iotest.OneByteReader, "data with the end": iotest.DataErrReader,
	} {
		b := append(saved(t, holdingTwo(t, "stored", "sum", 5)), "rest"...)
		source := bytes.NewReader(b)
		f, err := Load(r(source))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !f.ContainsString("a") || !f.ContainsString("bc") || f.ContainsString("b") {
			t.Errorf("%s: the filter does not hold what was stored", name)
		}
		if !f.(MutableKeyFilter).AddString("b") || !bytes.Equal(saved(t, f)[:20], b[:20]) {
			t.Errorf("%s: the filter cannot be added to and stored again", name)
		}
		if name == "at once" && source.Len() != len("rest") {
			t.Errorf("%d bytes are left unread, want 4", source.Len())
		}
	}
}

func TestSaveRefuses(t *testing.T) {
	stored, _ := newWords(Spec{})
	for name, c := range map[string]struct {
		f    KeyFilter
		want string
	}{
		"bare join":         {Join(stored, testHash("sum", 0)), "Entry.Keyed"},
		"no payload":        {Join(static{newExact(3)}, testHash("sum", 0)), "no stored form"},
		"owns its hashing":  {owner{}, "no stored form"},
		"unstable function": {holdingTwo(t, "stored", "sum-unstable", 0), "sum-unstable differs from process to process"},
	} {
		var b bytes.Buffer
		if err := Save(&b, c.f); !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), c.want) || b.Len() != 0 {
			t.Errorf("%s: got %v and %d bytes, want an error that wraps ErrUnsupported and says %q", name, err, b.Len(), c.want)
		}
	}
	full := errors.New("disk is full")
	broken := join(&words{mutable{static{newExact(3)}}, full}, testHash("sum", 0), "stored")
	if err := Save(io.Discard, broken); !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
	for n := range 137 { // a writer that fails after n bytes
		if err := Save(&limited{n}, holdingTwo(t, "stored", "sum", 5)); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("a writer of %d bytes: got %v, want %v", n, err, io.ErrShortWrite)
		}
	}
}

type limited struct{ left int }

func (l *limited) Write(p []byte) (int, error) {
	if len(p) > l.left {
		return l.left, io.ErrShortWrite
	}
	l.left -= len(p)
	return len(p), nil
}

// A secret seed is not among the bytes, and is needed again to read them.
func TestSecretSeed(t *testing.T) {
	const secret = 0x1122334455667788
	b := saved(t, holdingTwo(t, "stored", "sum-keyed", secret))
	if bytes.Contains(b, binary.LittleEndian.AppendUint64(nil, secret)) || bytes.Contains(b, binary.BigEndian.AppendUint64(nil, secret)) {
		t.Error("the seed is among the bytes")
	}
	if f, err := Load(bytes.NewReader(b)); f != nil || !errors.Is(err, ErrSeedWithheld) {
		t.Errorf("without the seed: got %v, %v; want ErrSeedWithheld", f, err)
	}
	if f, err := LoadWith(bytes.NewReader(b), secret+1); f != nil || !errors.Is(err, ErrMismatch) {
		t.Errorf("with another seed: got %v, %v; want ErrMismatch", f, err)
	} else if strings.Contains(err.Error(), "1122334455667788") || strings.Contains(err.Error(), "1234605616436508552") {
		t.Errorf("the error %q tells the seed", err)
	}
	f, err := LoadWith(bytes.NewReader(b), secret)
	if err != nil || !f.ContainsString("bc") {
		t.Errorf("with the seed: got %v, %v", f, err)
	}
	open := saved(t, holdingTwo(t, "stored", "sum", 5))
	if f, err := LoadWith(bytes.NewReader(open), 6); f != nil || !errors.Is(err, ErrMismatch) {
		t.Errorf("a seed that is not the stored one: got %v, %v; want ErrMismatch", f, err)
	}
	if f, err := LoadWith(bytes.NewReader(open), 5); err != nil || !f.ContainsString("bc") {
		t.Errorf("the stored seed: got %v, %v", f, err)
	}
}

// forge returns a stored filter with a header that was changed and has its checksums made anew.
func forge(t *testing.T, change func(*header), payload string) []byte {
	t.Helper()
	h, _, err := readHeader(bytes.NewReader(saved(t, holdingTwo(t, "stored", "sum", 5))))
	if err != nil {
		t.Fatal(err)
	}
	change(&h)
	b := h.encode()
	sum := crc32.Update(crc32.Checksum(b[:len(b)-4], castagnoli), castagnoli, []byte(payload))
	return append(append(b, payload...), le32(sum)...)
}

func TestLoadRefuses(t *testing.T) {
	const payload = "0123456789abcdef"
	good := saved(t, holdingTwo(t, "stored", "sum", 5))
	later := bytes.Clone(good)
	later[8] = 2
	mixed := append(bytes.Clone(good[:len(good)-20]), forge(t, func(h *header) { h.params.N = 4 }, payload)[len(good)-20:]...)
	for name, c := range map[string]struct {
		b    []byte
		want string
	}{
		"nothing":                        {nil, "ends within"},
		"another kind of file":           {[]byte("\x89PNG\r\n\x1a\n and so on"), "starts with"},
		"later version":                  {later, "version 2 is not known"},
		"unknown filter":                 {forge(t, func(h *header) { h.filter = "stored-2" }, payload), `unknown filter "stored-2"`},
		"unknown hash":                   {forge(t, func(h *header) { h.hash = "sum-2" }, payload), `unknown hash "sum-2"`},
		"filter without a stored form":   {forge(t, func(h *header) { h.filter = "not-stored" }, payload), "not-stored cannot be stored"},
		"unstable hash":                  {forge(t, func(h *header) { h.hash = "sum-unstable" }, payload), "differs from process"},
		"seed withheld without a cause":  {forge(t, func(h *header) { h.withheld = true }, payload), "secret"},
		"seed of a keyed hash":           {forge(t, func(h *header) { h.hash = "sum-keyed" }, payload), "withheld"},
		"another function of that name":  {forge(t, func(h *header) { h.proof++ }, payload), "not the function"},
		"payload longer than it claims":  {forge(t, func(h *header) { h.payload-- }, payload), "of 2 words arrived"},
		"payload shorter":                {forge(t, func(h *header) { h.payload++ }, payload), "no part of filter"},
		"payload of 2^63 bytes":          {forge(t, func(h *header) { h.payload = 1 << 63 }, payload), "payload of 9223372036854775808"},
		"m beyond the payload":           {forge(t, func(h *header) { h.params.M = 1 << 40; h.payload = 1 << 37 }, payload), "words arrived"},
		"m out of range":                 {forge(t, func(h *header) { h.params.M = 1 << 60 }, payload), "out of range"},
		"negative k":                     {forge(t, func(h *header) { h.params.K = -1 }, payload), "out of range"},
		"rate that is no number":         {forge(t, func(h *header) { h.params.FPR = 2 }, payload), "out of range"},
		"header of one, body of another": {mixed, "checksum"},
	} {
		f, err := Load(bytes.NewReader(c.b))
		if name == "seed withheld without a cause" {
			if !errors.Is(err, ErrSeedWithheld) {
				t.Errorf("%s: got %v, want ErrSeedWithheld", name, err)
			}
			f, err = LoadWith(bytes.NewReader(c.b), 5)
			c.want = "withheld"
		}
		if f != nil || !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, %v; want an error that wraps ErrFormat and says %q", name, f, err, c.want)
		}
	}
	if f, err := Load(bytes.NewReader(forge(t, func(*header) {}, payload))); err != nil || f.Params().M != 128 {
		t.Errorf("a forgery that changes nothing: got %v, %v", f, err)
	}
}

func TestLoadAsRefusesOthers(t *testing.T) {
	b := saved(t, holdingTwo(t, "stored", "sum", 5))
	for name, c := range map[string]struct {
		filter, function string
		seed             uint64
		want             string
	}{
		"filter": {"not-stored", "sum", 5, "filter = stored in the stored filter and not-stored"},
		"hash":   {"stored", "sum-keyed", 5, "hash = sum in the stored filter and sum-keyed"},
		"seed":   {"stored", "sum", 6, "seed = 5 in the stored filter and 6"},
	} {
		e, err := Find(c.filter)
		if err != nil {
			t.Fatal(err)
		}
		f, err := LoadAs(bytes.NewReader(b), e, testHash(c.function, c.seed))
		if f != nil || !errors.Is(err, ErrMismatch) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, %v; want an error that wraps ErrMismatch and says %q", name, f, err, c.want)
		}
	}
}

// A read that fails is told with its cause.
func TestLoadTellsTheCause(t *testing.T) {
	cause := errors.New("the line is dead")
	b := saved(t, holdingTwo(t, "stored", "sum", 5))
	for n := range b {
		r := io.MultiReader(bytes.NewReader(b[:n]), iotest.ErrReader(cause))
		if _, err := Load(r); !errors.Is(err, cause) || !errors.Is(err, ErrFormat) {
			t.Errorf("after %d bytes: got %v, want one that wraps both %v and ErrFormat", n, err, cause)
		}
	}
}
