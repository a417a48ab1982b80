package hashtest

import (
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// failing returns the names of the checks that e fails.
func failing(e *hash.Entry) []string {
	var names []string
	for _, c := range suite(*e, testing.AllocsPerRun) {
		if registry.Hold(e.Meta, []registry.Check{c}) != nil {
			names = append(names, c.Name)
		}
	}
	return names
}

// TestSuiteFindsPlantedFaults plants one fault at a time: the check that is there for it finds it, and no
// other check takes offence.
func TestSuiteFindsPlantedFaults(t *testing.T) {
	for _, tc := range []struct {
		name  string
		forms forms
		edit  func(*hash.Entry)
		want  []string
	}{
		{name: "no fault"},
		{name: "no fault, no seed", forms: forms{start: ignoreSeed}, edit: withoutSeed},
		{name: "no fault, 32-bit seed", edit: withSeed32},
		{name: "no fault, 32 bits left", forms: forms{finish: highHalf}, edit: wrapped("planted-left", shiftLeft)},
		{name: "no fault, 32 bits mixed", forms: forms{finish: highHalf}, edit: wrapped("planted-mixed", hash.Fmix64)},

		{name: "Uint64 big-endian", forms: forms{integer: bigEndian}, want: []string{"forms-agree"}},
		{name: "String off above 200 bytes", forms: forms{text: offAbove200}, want: []string{"forms-agree"}},
		{name: "Bytes reads past its key", forms: forms{bytes: readsPast}, want: []string{"forms-agree"}},
		{name: "Bytes changes its key", forms: forms{bytes: changesKey}, want: []string{"forms-agree"}},

		{name: "Sum writes past its keys", forms: forms{sum: writesPast}, want: []string{"bulk-lengths"}},
		{name: "Sum takes spare capacity", forms: forms{sum: takesCapacity}, want: []string{"bulk-lengths"}},
		{name: "Sum fills a short dst in silence", forms: forms{sum: fillsShort}, want: []string{"bulk-lengths"}},
		{name: "SumStrings swaps two keys", forms: forms{texts: swaps}, want: []string{"bulk-lengths"}},

		{name: "another value among goroutines", forms: forms{bytes: crowded()}, want: []string{"stable-under-concurrency"}},

		{name: "seed ignored", forms: forms{start: ignoreSeed}, want: []string{"seed"}},
		{name: "high half of the seed ignored", forms: forms{start: lowHalfOfSeed}, want: []string{"seed"}},
		{name: "low half of the seed ignored", forms: forms{start: highHalfOfSeed}, want: []string{"seed"}},
		{name: "a seed taken that should not be", forms: forms{start: ignoreSeed},
			edit: func(e *hash.Entry) { e.Seeds = hash.NoSeed }, want: []string{"seed"}},
		{name: "a wide seed taken that should not be", edit: func(e *hash.Entry) { e.Seeds = hash.Seed32 }, want: []string{"seed"}},
		{name: "another function each time", forms: forms{}, edit: redrawn,
			want: []string{"seed", "verification-code", "pinned-answer"}},

		{name: "a stuck bit", forms: forms{finish: stuckBit}, want: []string{"width"}},
		{name: "left says mixed", forms: forms{finish: highHalf}, edit: wrapped("planted-mixed", shiftLeft), want: []string{"width"}},
		{name: "mixed says left", forms: forms{finish: highHalf}, edit: wrapped("planted-left", hash.Fmix64), want: []string{"width"}},
		{name: "a wrapper without a name", forms: forms{finish: highHalf}, edit: wrapped("planted", shiftLeft), want: []string{"width"}},

		{name: "top byte of counters too uneven", forms: forms{bytes: uneven(56)}, want: []string{"spread"}},
		{name: "low byte of counters too uneven", forms: forms{bytes: uneven(0)}, want: []string{"spread"}},
		{name: "counters too even", forms: forms{bytes: tooRegular}, want: []string{"spread"}},

		{name: "String copies its key", forms: forms{text: copies}, want: []string{"no-allocation"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, failing(entry(tc.forms, tc.edit))); diff != "" {
				t.Errorf("failing checks, want (-) got (+):\n%s", diff)
			}
		})
	}
}

func TestSuiteFindsWrongAnswers(t *testing.T) {
	for name, code := range map[string]uint32{"wrong": entry(forms{}, nil).Code + 1, "missing": 0} {
		e := entry(forms{}, nil)
		e.Code = code
		if diff := cmp.Diff([]string{"verification-code"}, failing(e)); diff != "" {
			t.Errorf("%s code, want (-) got (+):\n%s", name, diff)
		}
	}
	e := entry(forms{}, nil)
	e.Pinned++
	if diff := cmp.Diff([]string{"pinned-answer"}, failing(e)); diff != "" {
		t.Errorf("wrong pinned answer, want (-) got (+):\n%s", diff)
	}
}

func TestRunHoldsTraitsBothWays(t *testing.T) {
	e := entry(forms{}, func(e *hash.Entry) { e.Traits.Fails = []string{"spread"} })
	if err := Run(*e, testing.AllocsPerRun); err == nil || !strings.Contains(err.Error(), "planted: spread: passes") {
		t.Errorf("a stale trait: got %v, want an error that spread passes", err)
	}
	e = entry(forms{bytes: tooRegular}, func(e *hash.Entry) { e.Traits.Fails = []string{"spread"} })
	if err := Run(*e, testing.AllocsPerRun); err != nil {
		t.Errorf("a control that fails what it says: got %v, want nil", err)
	}
}

func ignoreSeed(uint64) uint64          { return 1 }
func lowHalfOfSeed(seed uint64) uint64  { return hash.Fmix64(1<<40 + seed&0xffffffff) }
func highHalfOfSeed(seed uint64) uint64 { return hash.Fmix64(1<<40 + seed>>32) }
func highHalf(state uint64) uint64      { return state >> 32 }
func shiftLeft(h uint64) uint64         { return h << 32 }
func stuckBit(state uint64) uint64      { return state | 1<<40 }

func withoutSeed(e *hash.Entry) { refuseAbove(e, hash.NoSeed, 0) }
func withSeed32(e *hash.Entry)  { refuseAbove(e, hash.Seed32, 1<<32-1) }

func refuseAbove(e *hash.Entry, seeds hash.Seeds, most uint64) {
	e.Seeds = seeds
	unchecked := e.New
	e.New = func(seed uint64) (hash.Hash, error) {
		if seed > most {
			return nil, errors.New("the seed is refused")
		}
		return unchecked(seed)
	}
}

// wrapped makes an entry one of 32 bits whose function is widened by widen.
func wrapped(name string, widen func(uint64) uint64) func(*hash.Entry) {
	return func(e *hash.Entry) {
		e.Name, e.Bits, e.Narrow = name, 32, e.New
		wide := forms{finish: func(state uint64) uint64 { return widen(highHalf(state)) }}
		e.New = func(seed uint64) (hash.Hash, error) { return &planted{wide, &e.Info, seed}, nil }
	}
}

// redrawn makes each call of New give another function.
func redrawn(e *hash.Entry) {
	var made uint64
	e.New = func(seed uint64) (hash.Hash, error) {
		made++
		salt := made << 8
		f := forms{start: func(seed uint64) uint64 { return hash.Fmix64(seed ^ salt) }}
		return &planted{f, &e.Info, seed}, nil
	}
}

func bigEndian(right forms, seed, key uint64) uint64 {
	var swapped uint64
	for i := range 8 {
		swapped |= key >> (8 * i) & 0xff << (56 - 8*i)
	}
	return right.foldUint64(seed, swapped)
}

func offAbove200(right forms, seed uint64, key string) uint64 {
	h := right.fold(seed, hash.View(key))
	if len(key) > 200 {
		h++
	}
	return h
}

func readsPast(right forms, seed uint64, key []byte) uint64 {
	if len(key) > 0 && len(key)%16 == 0 && cap(key) > len(key) {
		return right.fold(seed, key[:len(key)+1])
	}
	return right.fold(seed, key)
}

// changesKey changes a key that it may write to; a string's bytes are not touched, which would be a crash.
func changesKey(right forms, seed uint64, key []byte) uint64 {
	h := right.fold(seed, key)
	if len(key) > 0 && cap(key) > len(key) {
		key[len(key)-1]++
	}
	return h
}

func writesPast(right forms, seed uint64, dst []uint64, keys [][]byte) {
	_ = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = right.fold(seed, key)
	}
	if len(dst) > len(keys) {
		dst[len(keys)] = 0
	}
}

func takesCapacity(right forms, seed uint64, dst []uint64, keys [][]byte) {
	dst = dst[:len(keys)]
	for i, key := range keys {
		dst[i] = right.fold(seed, key)
	}
}

func fillsShort(right forms, seed uint64, dst []uint64, keys [][]byte) {
	for i := range min(len(dst), len(keys)) {
		dst[i] = right.fold(seed, keys[i])
	}
}

func swaps(right forms, seed uint64, dst []uint64, keys []string) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = right.fold(seed, hash.View(key))
	}
	if len(dst) == 64 {
		dst[62], dst[63] = dst[63], dst[62]
	}
}

// crowded gives another value while another goroutine is inside it, and lets others in.
func crowded() func(forms, uint64, []byte) uint64 {
	var inside atomic.Int32
	return func(right forms, seed uint64, key []byte) uint64 {
		inside.Add(1)
		defer inside.Add(-1)
		runtime.Gosched()
		return right.fold(seed, key) + uint64(inside.Load()-1)
	}
}

// counterLike tells keys of 5 decimal digits, most of what the check called spread asks for, from the keys
// of the other checks.
func counterLike(key []byte) (value uint64, ok bool) {
	for _, c := range key {
		if c < '0' || c > '9' {
			return 0, false
		}
		value = 10*value + uint64(c-'0')
	}
	return value, len(key) == 5
}

// uneven never gives counters the value 255 in the byte at shift.
func uneven(shift int) func(forms, uint64, []byte) uint64 {
	return func(right forms, seed uint64, key []byte) uint64 {
		h := right.fold(seed, key)
		if _, counter := counterLike(key); counter && byte(h>>shift) == 255 {
			h ^= 1 << shift
		}
		return h
	}
}

// tooRegular gives counters their value in the top bits.
func tooRegular(right forms, seed uint64, key []byte) uint64 {
	if value, counter := counterLike(key); counter {
		return value << 48
	}
	return right.fold(seed, key)
}

// kept makes a copy escape, which the compiler would else leave out.
var kept []byte

func copies(right forms, seed uint64, key string) uint64 {
	kept = []byte(key)
	return right.fold(seed, kept)
}
