package keys

import (
	"bytes"
	"compress/gzip"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestZipfRank compares with a linear search, at random places and at the very ends of ranks.
func TestZipfRank(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, alpha := rapid.IntRange(1, 300).Draw(t, "n"), rapid.Float64Range(0, 3).Draw(t, "alpha")
		z, err := NewZipf(n, alpha)
		if err != nil {
			t.Fatal(err)
		}
		us := []float64{0, math.Nextafter(1, 0), rapid.Float64Range(0, math.Nextafter(1, 0)).Draw(t, "u")}
		for _, u := range z.upTo[:n-1] {
			us = append(us, u, math.Nextafter(u, 0))
		}
		for _, u := range us {
			want := 0
			for z.upTo[want] <= u {
				want++
			}
			if got := z.Rank(u); got != want {
				t.Fatalf("n=%d alpha=%v u=%v: got rank %d, want %d", n, alpha, u, got, want)
			}
		}
	})
}

// TestZipfShares has H_4 = 25/12 for alpha = 1, and equal shares for alpha = 0.
func TestZipfShares(t *testing.T) {
	for _, tt := range []struct {
		alpha float64
		want  []float64
	}{{1, []float64{12. / 25, 6. / 25, 4. / 25, 3. / 25}}, {0, []float64{.25, .25, .25, .25}}} {
		z, err := NewZipf(4, tt.alpha)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range tt.want {
			if got := z.Share(i); math.Abs(got-want) > 1e-15 {
				t.Errorf("alpha=%v rank=%d: got %v, want %v", tt.alpha, i, got, want)
			}
		}
	}
}

func TestZipfRefuses(t *testing.T) {
	for _, tt := range []struct {
		n     int
		alpha float64
		want  string
	}{{0, 1, "0 ranks"}, {1<<28 + 1, 1, "268435457 ranks"}, {4, -0.1, "alpha = -0.1"}, {4, math.NaN(), "alpha = NaN"}, {4, 11, "alpha = 11"}} {
		if _, err := NewZipf(tt.n, tt.alpha); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("n=%d alpha=%v: got %v, want an error with %q", tt.n, tt.alpha, err, tt.want)
		}
	}
	z, err := NewZipf(4, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, tail := range []float64{-0.1, 1, math.NaN()} {
		if _, err := NewRequests(z, tail, 1); err == nil {
			t.Errorf("tail=%v: no error", tail)
		}
	}
}

// TestRequests draws a million: the shares of the tail and of the first rank lie within 6 standard deviations
// (false alarm 2e-9 each), so a deviation of 0.003 would show; keys of the tail never repeat.
func TestRequests(t *testing.T) {
	const draws, n, tail = 1_000_000, 1000, 0.1
	z, err := NewZipf(n, 0.83)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewRequests(z, tail, 7)
	if err != nil {
		t.Fatal(err)
	}
	first, once := 0, uint64(0)
	for range draws {
		switch k := r.Next(); {
		case k == 0:
			first++
		case k >= n:
			if k != n+once {
				t.Fatalf("key %d of the tail is number %d", k, once)
			}
			once++
		}
	}
	if once != r.Once() {
		t.Errorf("got %d keys asked for once, Once says %d", once, r.Once())
	}
	for _, tt := range []struct {
		name      string
		got, want float64
	}{{"tail", float64(once) / draws, tail}, {"first rank", float64(first) / draws, (1 - tail) * z.Share(0)}} {
		if sd := math.Sqrt(tt.want * (1 - tt.want) / draws); math.Abs(tt.got-tt.want) > 6*sd {
			t.Errorf("%s: got %v, want %v ± %v", tt.name, tt.got, tt.want, 6*sd)
		}
	}
}

// TestTypedNames holds what NewTyped promises: a present query is a taken name, an absent one is not, and
// half of those are taken names with digits. 6 standard deviations: a share off by 0.02 would show.
func TestTypedNames(t *testing.T) {
	const taken, draws, hit = 20_000, 100_000, 0.75
	class, err := Find("usernames")
	if err != nil {
		t.Fatal(err)
	}
	in, out, err := class.Split(taken, 1000, 3)
	if err != nil {
		t.Fatal(err)
	}
	set := map[string]bool{}
	for _, k := range All(in) {
		set[string(k)] = true
	}
	q, err := NewTyped(in, out, hit, 5)
	if err != nil {
		t.Fatal(err)
	}
	present, digits := 0, 0
	for range draws {
		got := q.Next(nil)
		if got.Present != set[string(got.Key)] {
			t.Fatalf("%q: present is %v, and it is among the taken names: %v", got.Key, got.Present, !got.Present)
		}
		if got.Present {
			present++
		} else if name := string(got.Key); set[name[:len(name)-1]] || len(name) > 3 && set[name[:len(name)-3]] {
			digits++
		}
	}
	absent := draws - present
	if sd := math.Sqrt(draws * hit * (1 - hit)); math.Abs(float64(present)-draws*hit) > 6*sd {
		t.Errorf("got %d present queries, want %v ± %v", present, draws*hit, 6*sd)
	}
	if sd := math.Sqrt(float64(absent)) / 2; math.Abs(float64(digits)-float64(absent)/2) > 6*sd {
		t.Errorf("got %d of %d absent names with digits, want half ± %v", digits, absent, 6*sd)
	}
}

func TestQueriesRefuse(t *testing.T) {
	some, none := Part(random8(1), 0, 3), Part(random8(1), 0, 0)
	for _, tt := range []struct {
		in, out Stream
		hit     float64
	}{{some, some, -0.1}, {some, some, 1.1}, {some, some, math.NaN()}, {none, some, 0.1}, {some, none, 0.9}} {
		if _, err := NewQueries(tt.in, tt.out, tt.hit, 1); err == nil {
			t.Errorf("hit=%v of %d and %d keys: no error", tt.hit, tt.in.Len(), tt.out.Len())
		}
	}
	if _, err := NewTyped(none, some, 0, 1); err == nil {
		t.Error("typed names without a taken one: no error")
	}
	for _, tt := range []struct {
		in, out Stream
		hit     float64
	}{{none, some, 0}, {some, none, 1}} {
		q, err := NewQueries(tt.in, tt.out, tt.hit, 1)
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			if got := q.Next(nil); got.Present != (tt.hit == 1) {
				t.Errorf("hit=%v: got present %v", tt.hit, got.Present)
			}
		}
	}
}

func TestTraceFromFile(t *testing.T) {
	const text = "a\nb\n\na\nc\r\na\nb"
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var names []string
	for name, content := range map[string][]byte{"plain": []byte(text), "packed": packed.Bytes()} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := TraceFromFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if keys := string(bytes.Join(got.Keys, []byte(","))); keys != "a,b,c" || got.Once != 1 || got.Blank != 1 {
			t.Errorf("file=%s: got keys %s, %d once, %d blank", name, keys, got.Once, got.Blank)
		}
		if want := []uint32{0, 1, 0, 2, 0, 1}; !slices.Equal(got.Order, want) {
			t.Errorf("file=%s: got order %v, want %v", name, got.Order, want)
		}
		names = append(names, got.Name)
		if want := got.Name + ": 6 requests for 3 distinct keys, 1 of them asked for once, 1 blank line skipped"; got.String() != want {
			t.Errorf("file=%s: got %q, want %q", name, got, want)
		}
	}
	if names[0] != names[1] {
		t.Errorf("the same lines are called %s and %s", names[0], names[1])
	}
}

func TestTraceRefuses(t *testing.T) {
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty")
	if err := os.WriteFile(empty, []byte("\n\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{empty, filepath.Join(dir, "missing")} {
		if _, err := TraceFromFile(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("got %v, want an error that names %s", err, path)
		}
	}
}
