package filter

import (
	"errors"
	"strings"
	"testing"
)

// able has the operations on hashes, of which it notes the calls.
type able struct {
	mutable
	calls []string
}

func (a *able) Union(other Filter) error {
	a.calls = append(a.calls, "union")
	return Match(a.Params(), other.Params())
}

func (a *able) Cardinality() (float64, bool) { return 7, len(a.held) < a.room }
func (a *able) Copy() Filter                 { return &able{mutable: mutable{static{newExact(a.room)}}} }
func (a *able) Clear()                       { a.calls = append(a.calls, "clear") }

func newAble(room int) *able { return &able{mutable: mutable{static{newExact(room)}}} }

func TestUnionOfKeys(t *testing.T) {
	h := func(name string, seed uint64) KeyFilter { return Join(newAble(3), testHash(name, seed)) }
	named := func(name string) KeyFilter { return join(newAble(3), testHash("sum", 5), name) }
	for name, c := range map[string]struct {
		a, b KeyFilter
		want string // part of an error that wraps ErrMismatch, "" for none
	}{
		"alike":             {h("sum", 5), h("sum", 5), ""},
		"another hash":      {h("sum", 5), h("sum-unstable", 5), "hash = sum and sum-unstable"},
		"another seed":      {h("sum", 5), h("sum", 6), "seed = 5 and 6"},
		"another secret":    {h("sum-keyed", 5), h("sum-keyed", 6), "secret seeds of hash sum-keyed"},
		"another filter":    {named("one"), named("two"), "filter = one and two"},
		"the same filter":   {named("one"), named("one"), ""},
		"one without name":  {named("one"), h("sum", 5), ""},
		"another size":      {h("sum", 5), Join(sized{newAble(3), Params{M: 9}}, testHash("sum", 5)), "m = 0 and 9"},
		"owns its hashing":  {h("sum", 5), owner{}, "and filter.owner"},
		"a secret is kept":  {h("sum-keyed", 123456), h("sum-keyed", 654321), "differ"},
		"the same instance": {h("sum-keyed", 1), h("sum-keyed", 1), ""},
	} {
		err := Union(c.a, c.b)
		if c.want == "" && err != nil {
			t.Errorf("%s: got %v, want none", name, err)
		}
		if c.want != "" && (!errors.Is(err, ErrMismatch) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "123456")) {
			t.Errorf("%s: got %v, want an error that wraps ErrMismatch and says %q", name, err, c.want)
		}
	}
}

type sized struct {
	*able
	params Params
}

func (s sized) Params() Params { return s.params }

func TestMatchNamesWhatDiffers(t *testing.T) {
	p := Params{N: 1, M: 2, K: 3, BlockBits: 4, LaneBits: 5, CounterBits: 6, FingerprintBits: 7, BucketSlots: 8, FPR: 0.5}
	for want, change := range map[string]func(*Params){
		"":                              func(q *Params) { q.N = 100 },
		"m = 2 and 100":                 func(q *Params) { q.M = 100 },
		"k = 3 and 100":                 func(q *Params) { q.K = 100 },
		"bits of a block = 4 and 100":   func(q *Params) { q.BlockBits = 100 },
		"bits of a lane = 5 and 100":    func(q *Params) { q.LaneBits = 100 },
		"bits of a counter = 6 and 100": func(q *Params) { q.CounterBits = 100 },
		"of a fingerprint = 7 and 100":  func(q *Params) { q.FingerprintBits = 100 },
		"slots of a bucket = 8 and 100": func(q *Params) { q.BucketSlots = 100 },
		"target fpr = 0.5 and 0.25":     func(q *Params) { q.FPR = 0.25 },
	} {
		q := p
		change(&q)
		switch err := Match(p, q); {
		case want == "" && err != nil:
			t.Errorf("n alone differs: got %v, want none", err)
		case want != "" && (!errors.Is(err, ErrMismatch) || !strings.Contains(err.Error(), want)):
			t.Errorf("got %v, want an error that wraps ErrMismatch and says %q", err, want)
		}
	}
}

func TestOtherOperationsOfKeys(t *testing.T) {
	a := newAble(1)
	f := join(a, testHash("sum", 5), "able")
	if n, err := Cardinality(f); n != 7 || err != nil {
		t.Errorf("cardinality: got %v, %v; want 7", n, err)
	}
	a.Add(1)
	if n, err := Cardinality(f); n != 0 || !errors.Is(err, ErrSaturated) {
		t.Errorf("cardinality of a full filter: got %v, %v; want ErrSaturated", n, err)
	}
	if err := Clear(f); err != nil || len(a.calls) != 1 || a.calls[0] != "clear" {
		t.Errorf("clear: got %v and the calls %v", err, a.calls)
	}
	c, err := Copy(f)
	if err != nil || Unjoin(c) == Filter(a) || joint(c).name != "able" || joint(c).hash.Seed() != 5 {
		t.Errorf("copy: got %+v, %v", c, err)
	}
	if _, ok := c.(MutableKeyFilter); !ok {
		t.Error("a copy does not take keys")
	}
}

func TestOperationsThatAreNotThere(t *testing.T) {
	for name, f := range map[string]KeyFilter{"joined": Join(static{newExact(1)}, prefix{}), "owning": owner{}} {
		_, estimate := Cardinality(f)
		_, copied := Copy(f)
		for operation, err := range map[string]error{"union": Union(f, f), "estimate": estimate, "copy": copied, "clear": Clear(f)} {
			if !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), operation) {
				t.Errorf("%s: %s: got %v, want an error that wraps ErrUnsupported and names it", name, operation, err)
			}
		}
	}
}

// ReadWords must not allocate what a length claims, and the last array is as large as what arrived.
func TestReadWords(t *testing.T) {
	for _, n := range []int{0, 1, 8191, 8192, 8193, 100_000} {
		source := strings.Repeat("12345678", n) + "rest"
		r := strings.NewReader(source)
		words, err := ReadWords(r, uint64(n))
		if err != nil || len(words) != n || cap(words) > n || r.Len() != len("rest") {
			t.Errorf("n=%d: got %d words in room for %d, %v; %d bytes are left", n, len(words), cap(words), err, r.Len())
		}
		if n > 0 && words[n-1] != 0x3837363534333231 {
			t.Errorf("n=%d: the last word is %#x", n, words[n-1])
		}
	}
	for _, n := range []uint64{2, 1 << 40, 1 << 61} {
		if words, err := ReadWords(strings.NewReader("123456789012345"), n); words != nil || !errors.Is(err, ErrFormat) {
			t.Errorf("n=%d: got %d words, %v; want an error that wraps ErrFormat", n, len(words), err)
		}
	}
}
