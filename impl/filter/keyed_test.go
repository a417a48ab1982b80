package filter

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// prefix is a hash that reads a decimal key as a number.
type prefix struct{ hash.Hash }

func (prefix) Bytes(key []byte) uint64 { return prefix{}.String(string(key)) }
func (prefix) String(key string) uint64 {
	h, err := strconv.ParseUint(key, 10, 64)
	if err != nil {
		panic(err)
	}
	return h
}

func (p prefix) Sum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		dst[i] = p.Bytes(key)
	}
}

func (prefix) Info() hash.Info { return hash.Info{Meta: registry.Meta{Name: "decimal"}} }

// exact is a filter without errors that takes as many hashes as it has room for. Its three forms below
// have the three sets of methods that Join tells apart.
type exact struct {
	held  map[uint64]bool
	order []uint64
	room  int
}

func newExact(room int) *exact { return &exact{held: map[uint64]bool{}, room: room} }

type static struct{ *exact }
type mutable struct{ static }
type deletable struct{ mutable }

func (s static) Contains(h uint64) bool { return s.held[h] }
func (s static) ContainsAll(dst []bool, hs []uint64) {
	for i, h := range hs {
		dst[i] = s.held[h]
	}
}

func (s static) Count(hs []uint64) int {
	count := 0
	for _, h := range hs {
		if s.held[h] {
			count++
		}
	}
	return count
}

func (s static) Params() Params { return Params{N: uint64(s.room)} }
func (s static) Bytes() int64   { return int64(len(s.held)) }

func (m mutable) Add(h uint64) bool {
	if len(m.held) == m.room {
		return false
	}
	m.held[h] = true
	m.order = append(m.order, h)
	return true
}

func (m mutable) AddAll(hs []uint64) int {
	for i, h := range hs {
		if !m.Add(h) {
			return i
		}
	}
	return len(hs)
}

func (d deletable) Remove(h uint64) bool {
	had := d.held[h]
	delete(d.held, h)
	return had
}

func decimals(n int) [][]byte {
	keys := make([][]byte, n)
	for i := range keys {
		keys[i] = strconv.AppendInt(nil, int64(i), 10)
	}
	return keys
}

func TestJoinTellsFormsApart(t *testing.T) {
	e := newExact(10)
	for _, c := range []struct {
		name              string
		filter            Filter
		mutable, deletion bool
	}{
		{"static", static{e}, false, false},
		{"mutable", mutable{static{e}}, true, false},
		{"deletable", deletable{mutable{static{e}}}, true, true},
	} {
		f := Join(c.filter, prefix{})
		if _, got := f.(MutableKeyFilter); got != c.mutable {
			t.Errorf("%s: takes keys: got %t, want %t", c.name, got, c.mutable)
		}
		if _, got := f.(DeletableKeyFilter); got != c.deletion {
			t.Errorf("%s: gives keys back: got %t, want %t", c.name, got, c.deletion)
		}
	}
}

func TestJoinPassesOn(t *testing.T) {
	e := newExact(10)
	f := Join(deletable{mutable{static{e}}}, prefix{}).(DeletableKeyFilter)
	if !f.Add([]byte("5")) || !f.AddString("6") || !e.held[5] || !e.held[6] {
		t.Errorf("after two keys were added the filter holds %v", e.held)
	}
	for key, want := range map[string]bool{"5": true, "6": true, "7": false} {
		if f.Contains([]byte(key)) != want || f.ContainsString(key) != want {
			t.Errorf("key %s: Contains gives %t, ContainsString %t, want %t",
				key, f.Contains([]byte(key)), f.ContainsString(key), want)
		}
	}
	if f.Params().N != 10 || f.Bytes() != 2 {
		t.Errorf("got %+v and %d bytes, want those of the filter", f.Params(), f.Bytes())
	}
	if !f.Remove([]byte("5")) || !f.RemoveString("6") || f.Remove([]byte("5")) || f.RemoveString("6") {
		t.Error("removals do not report what the filter does")
	}
}

// The bulk calls hash in chunks: lengths around their borders give each key once and in order.
func TestJoinChunks(t *testing.T) {
	for _, n := range []int{0, 1, chunk - 1, chunk, chunk + 1, 3*chunk + 7} {
		e := newExact(1 << 20)
		f := JoinMutable(mutable{static{e}}, prefix{})
		keys := decimals(n)
		if got := f.AddAll(keys); got != n {
			t.Errorf("n=%d: AddAll got %d", n, got)
		}
		want := make([]uint64, n)
		for i := range want {
			want[i] = uint64(i)
		}
		if !slices.Equal(e.order, want) {
			t.Errorf("n=%d: added in the order %v", n, e.order)
		}
		if got := f.Count(append(keys, []byte("999999"))); got != n {
			t.Errorf("n=%d: Count got %d", n, got)
		}
	}
}

func TestJoinStopsAtRefusal(t *testing.T) {
	for _, room := range []int{0, 1, chunk - 1, chunk, chunk + 1, 2*chunk + 5} {
		e := newExact(room)
		if got := JoinMutable(mutable{static{e}}, prefix{}).AddAll(decimals(4 * chunk)); got != room {
			t.Errorf("room=%d: AddAll got %d", room, got)
		}
		if len(e.order) != room {
			t.Errorf("room=%d: %d keys were added", room, len(e.order))
		}
	}
}

// half is a filter that knows its fill ratio; owner is one that owns its hashing and knows it too.
type half struct{ static }
type owner struct{ KeyFilter }

func (half) FillRatio() float64  { return 0.5 }
func (owner) FillRatio() float64 { return 0.25 }

func TestFillRatioBehindJoin(t *testing.T) {
	plain := static{newExact(3)}
	for name, c := range map[string]struct {
		filter KeyFilter
		joined Filter
		ratio  float64
		ok     bool
	}{
		"joined":                     {Join(half{plain}, prefix{}), half{plain}, 0.5, true},
		"joined, without fill ratio": {Join(plain, prefix{}), plain, 0, false},
		"owning its hashing":         {owner{}, nil, 0.25, true},
	} {
		if got := Unjoin(c.filter); got != c.joined {
			t.Errorf("%s: Unjoin: got %v, want %v", name, got, c.joined)
		}
		if got, ok := FillRatio(c.filter); got != c.ratio || ok != c.ok {
			t.Errorf("%s: FillRatio: got %v, %t; want %v, %t", name, got, ok, c.ratio, c.ok)
		}
	}
}

func TestEntryKeyed(t *testing.T) {
	onHashes := func(Spec) (Mutable, error) { return mutable{static{newExact(3)}}, nil }
	owning := func(_ Spec, h hash.Hash) (MutableKeyFilter, error) {
		if h == nil {
			h = prefix{}
		}
		return JoinMutable(mutable{static{newExact(3)}}, h), nil
	}
	failing := func(Spec) (Mutable, error) { return nil, ErrSpec }
	build := func(Spec, []uint64) (Filter, error) { return static{newExact(3)}, nil }
	for _, c := range []struct {
		name  string
		entry Entry
		h     hash.Hash
		want  string // part of the error; "" = none
	}{
		{"on hashes", Entry{New: onHashes}, prefix{}, ""},
		{"on hashes, none given", Entry{New: onHashes}, nil, "needs a hash"},
		{"owning", Entry{NewKeyed: owning}, nil, ""},
		{"owning, replaced", Entry{NewKeyed: owning}, prefix{}, ""},
		{"built in", Entry{NewKeyed: owning, BuiltinHash: "own"}, nil, ""},
		{"built in, replaced", Entry{NewKeyed: owning, BuiltinHash: "own"}, prefix{}, "own cannot be replaced by decimal"},
		{"static", Entry{Build: build}, prefix{}, "static"},
		{"failing", Entry{New: failing}, prefix{}, "bad filter parameters"},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			f, err := c.entry.Keyed(Spec{}, c.h)
			if c.want != "" {
				if f != nil || err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("got %v, %v; want an error that says %q", f, err, c.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if !f.AddString("2") || !f.ContainsString("2") || f.ContainsString("3") {
				t.Error("the filter does not hold what was added")
			}
		})
	}
}

func TestFromKeys(t *testing.T) {
	build := func(_ Spec, hs []uint64) (Filter, error) {
		e := newExact(len(hs))
		mutable{static{e}}.AddAll(hs)
		return static{e}, nil
	}
	onHashes := func(Spec) (Mutable, error) { return mutable{static{newExact(3)}}, nil }
	for name, e := range map[string]Entry{"static": {Build: build}, "mutable": {New: onHashes}} {
		f, err := e.FromKeys(Spec{}, prefix{}, decimals(3))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := f.Count(decimals(10)); got != 3 {
			t.Errorf("%s: %d of 10 keys are found, want 3", name, got)
		}
	}
	full := Entry{Meta: registry.Meta{Name: "small"}, New: onHashes}
	if f, err := full.FromKeys(Spec{}, prefix{}, decimals(4)); f != nil || err == nil || !strings.Contains(err.Error(), "took 3 of 4") {
		t.Errorf("got %v, %v; want an error that says how many were taken", f, err)
	}
}

func TestRegisterDemandsOneConstructor(t *testing.T) {
	onHashes := func(Spec) (Mutable, error) { return nil, nil }
	build := func(Spec, []uint64) (Filter, error) { return nil, nil }
	for _, e := range []Entry{{}, {New: onHashes, Build: build}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("an entry with New %t, Build %t is registered", e.New != nil, e.Build != nil)
				}
			}()
			Register(e)
		}()
	}
}

// TestBulkCallsDoNotAllocate: the hashes of a chunk must not escape at each call.
func TestBulkCallsDoNotAllocate(t *testing.T) {
	f := JoinMutable(full{static{newExact(0)}}, lengths{})
	keys := decimals(3*chunk + 1)
	if got := testing.AllocsPerRun(100, func() { f.AddAll(keys); f.Count(keys) }); got >= 1 {
		t.Errorf("got %v allocations a call, want none", got)
	}
}

// full takes every key without keeping it, and lengths hashes a key to its length: neither allocates.
type (
	full    struct{ static }
	lengths struct{ hash.Hash }
)

func (full) Add(uint64) bool        { return true }
func (full) AddAll(hs []uint64) int { return len(hs) }

func (lengths) Sum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		dst[i] = uint64(len(key))
	}
}
