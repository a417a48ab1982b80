package quality_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"hashlab/experiments/internal/quality"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// planted is a hash made of one function of seed and key.
type planted struct {
	hash.Base
	f func(seed uint64, key []byte) uint64
}

func (p planted) Bytes(key []byte) uint64  { return p.f(p.Seed(), key) }
func (p planted) String(key string) uint64 { return p.Bytes([]byte(key)) }

func (p planted) Uint64(key uint64) uint64 {
	var b [8]byte
	for i := range b {
		b[i] = byte(key >> (8 * i))
	}
	return p.Bytes(b[:])
}

func (p planted) Sum(dst []uint64, keys [][]byte) {
	for i, key := range keys {
		dst[i] = p.Bytes(key)
	}
}

func (p planted) SumStrings(dst []uint64, keys []string) {
	for i, key := range keys {
		dst[i] = p.String(key)
	}
}

func plant(f func(seed uint64, key []byte) uint64) hash.Entry {
	info := hash.Info{Meta: registry.Meta{Name: "planted"}, Bits: 64, Seeds: hash.Seed64, Stable: true}
	return hash.Entry{Info: info, New: func(seed uint64) (hash.Hash, error) {
		return planted{hash.NewBase(&info, seed), f}, nil
	}}
}

// sound is a function without fault: eight bytes at a time are mixed into the state.
func sound(seed uint64, key []byte) uint64 {
	state := hash.Fmix64(seed + 0x9e3779b97f4a7c15*uint64(len(key)+1))
	for len(key) > 0 {
		var word uint64
		n := min(8, len(key))
		for i, c := range key[:n] {
			word |= uint64(c) << (8 * i)
		}
		state = hash.Fmix64(state*0xd1342543de82ef95 + hash.Fmix64(word+0x9e3779b97f4a7c15))
		key = key[n:]
	}
	return state
}

// soundVerdict is the verdict on the sound function, which several tests look at.
var soundVerdict = sync.OnceValues(func() (quality.Verdict, error) { return quality.Run(plant(sound), quality.Quick) })

// TestVerdictIsDeterministic: the same function gets the same verdict again, to the last bit.
func TestVerdictIsDeterministic(t *testing.T) {
	once, err := soundVerdict()
	if err != nil {
		t.Fatal(err)
	}
	again, err := quality.Run(plant(sound), quality.Quick)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(once.Results, again.Results) {
		t.Error("a second run has other results")
	}
}

// TestPlanted plants one fault at a time in a sound function: all tests that it concerns see it, and no others.
func TestPlanted(t *testing.T) {
	for _, tc := range []struct {
		name string
		f    func(seed uint64, key []byte) uint64
		want []quality.Test
	}{
		{"sound", sound, nil},
		{"16 bits only", func(seed uint64, key []byte) uint64 { return sound(seed, key) & 0xffff },
			[]quality.Test{quality.Avalanche, quality.Buckets, quality.Collisions, quality.RingShare, quality.BloomFPR,
				quality.SmallSeeds, quality.SpreadSeeds, quality.Suffix, quality.Prefix, quality.Attack}},
		{"bit 20 stuck", func(seed uint64, key []byte) uint64 { return sound(seed, key) | 1<<20 },
			[]quality.Test{quality.Avalanche}},
		{"bit 3 stuck", func(seed uint64, key []byte) uint64 { return sound(seed, key) | 1<<3 },
			[]quality.Test{quality.Avalanche, quality.Buckets, quality.SmallSeeds, quality.SpreadSeeds, quality.Suffix, quality.Prefix}},
		{"bit 63 stuck", func(seed uint64, key []byte) uint64 { return sound(seed, key) | 1<<63 },
			[]quality.Test{quality.Avalanche, quality.Buckets, quality.RingShare, quality.SmallSeeds, quality.SpreadSeeds, quality.Suffix, quality.Prefix}},
		{"seed ignored", func(_ uint64, key []byte) uint64 { return sound(0, key) },
			[]quality.Test{quality.SmallSeeds, quality.SpreadSeeds}},
		{"small seeds ignored", func(seed uint64, key []byte) uint64 { return sound(seed>>8, key) },
			[]quality.Test{quality.SmallSeeds}},
		{"low byte linear", func(seed uint64, key []byte) uint64 { return sound(seed, key)&^0xff | linear(key) },
			[]quality.Test{quality.Avalanche, quality.Buckets, quality.BloomFPR, quality.SmallSeeds, quality.SpreadSeeds,
				quality.Suffix, quality.Prefix}}, // under a mask k probes share their low bits
		{"outputs twice", twins, []quality.Test{quality.Collisions}},
		{"last byte ignored", func(seed uint64, key []byte) uint64 { return sound(seed, key[:len(key)-1]) },
			[]quality.Test{quality.Avalanche, quality.Buckets, quality.Collisions, quality.RingShare, quality.BloomFPR,
				quality.SmallSeeds, quality.SpreadSeeds, quality.Suffix, quality.Prefix}},
		{"one value for 32 bytes", func(seed uint64, key []byte) uint64 {
			if len(key) == 32 {
				return uint64(len(key))
			}
			return sound(seed, key)
		}, []quality.Test{quality.Avalanche, quality.Attack}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			v, err := quality.Run(plant(tc.f), quality.Quick)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, v.Failed(), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("failed tests, want (-) got (+):\n%s", diff)
			}
			for _, r := range v.Results {
				if !r.Pass && !slices.Contains(tc.want, r.Test) {
					t.Error(r)
				}
			}
		})
	}
}

// linear is the sum of the bytes, which every input bit reaches in its own place.
func linear(key []byte) uint64 {
	var sum byte
	for _, c := range key {
		sum += c
	}
	return uint64(sum)
}

// twins gives one pair of neighbours in 1,024 one hash.
func twins(seed uint64, key []byte) uint64 {
	last := len(key) - 1
	first := slices.Clone(key)
	first[last] &^= 1
	if h := sound(seed, first); h%1024 == 0 {
		return h
	}
	return sound(seed, key)
}

// TestTooEvenFails: a Fibonacci hash of counters lies more evenly than chance, which is structure too.
func TestTooEvenFails(t *testing.T) {
	e := plant(func(seed uint64, key []byte) uint64 {
		if len(key) != 8 {
			return sound(seed, key)
		}
		var word uint64
		for _, c := range key {
			word = word<<8 | uint64(c)
		}
		return (word + seed) * 0x9e3779b97f4a7c15
	})
	v, err := quality.Run(e, quality.Quick)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range v.Results {
		if r.Test == quality.Buckets && r.Keys == "be8" && r.Detail == "high 12 bits" {
			if r.Pass || r.Statistic > r.Low {
				t.Errorf("want a failure below %v: %s", r.Low, r)
			}
			return
		}
	}
	t.Error("no result on the high bits of be8")
}

// TestWorst: the worst failure on ordinary keys and the worst attack are told from one another, and stand in
// the verdict's line with test, keys and size.
func TestWorst(t *testing.T) {
	v, err := soundVerdict()
	if err != nil {
		t.Fatal(err)
	}
	if v.Worst != nil || v.WorstAttack != nil || v.String() != "passes on ordinary keys" {
		t.Errorf("a sound function: got %v", v)
	}
	v, err = quality.Run(plant(func(_ uint64, key []byte) uint64 { return sound(0, key) }), quality.Quick)
	if err != nil {
		t.Fatal(err)
	}
	if v.Worst == nil || v.WorstAttack != nil {
		t.Fatalf("seed ignored: got %v", v)
	}
	for _, want := range []string{"fails k-from-", " on ", "n = 65536"} {
		if !strings.Contains(v.String(), want) {
			t.Errorf("the line %q lacks %q", v.String(), want)
		}
	}
	for _, r := range v.Results {
		if !r.Pass && r.Excess() > v.Worst.Excess() {
			t.Errorf("worse than the worst: %s", r)
		}
	}
}

// TestFunctionsWithoutSeeds are spared the tests that need them, and no others.
func TestFunctionsWithoutSeeds(t *testing.T) {
	e := plant(sound)
	e.Seeds = hash.NoSeed
	create := e.New
	e.New = func(seed uint64) (hash.Hash, error) {
		if seed != 0 {
			return nil, fmt.Errorf("takes no seed, got %d", seed)
		}
		return create(0)
	}
	v, err := quality.Run(e, quality.Quick)
	if err != nil {
		t.Fatal(err)
	}
	run := map[quality.Test]bool{}
	for _, r := range v.Results {
		run[r.Test] = true
	}
	for _, test := range quality.Tests() {
		want := test != quality.SmallSeeds && test != quality.SpreadSeeds
		if run[test] != want {
			t.Errorf("%s runs: %v, want %v", test, run[test], want)
		}
	}
}

// TestResults: what a run returns is complete and consistent.
func TestResults(t *testing.T) {
	v, err := soundVerdict()
	if err != nil {
		t.Fatal(err)
	}
	var order []quality.Test
	for _, r := range v.Results {
		if len(order) == 0 || order[len(order)-1] != r.Test {
			order = append(order, r.Test)
		}
		if !(r.P >= 0 && r.P <= r.Adjusted && r.Adjusted <= 1) || r.Keys == "" || r.Detail == "" || r.N < 2 {
			t.Errorf("incomplete: %+v", r)
		}
		if !(r.Low < r.Statistic && r.Statistic < r.High) || !(r.Low <= r.Expected && r.Expected < r.High) {
			t.Errorf("passes outside its limits: %+v", r)
		}
		if x := r.Excess(); math.IsNaN(x) || x < 0 || x >= 1 {
			t.Errorf("passes with an excess of %v: %s", x, r)
		}
	}
	if diff := cmp.Diff(quality.Tests(), order); diff != "" {
		t.Errorf("order of tests, want (-) got (+):\n%s", diff)
	}
}

func TestRunErrors(t *testing.T) {
	if _, err := quality.Run(plant(sound), "half"); err == nil || !strings.Contains(err.Error(), `"half"`) {
		t.Errorf("unknown size: got %v, want an error that names it", err)
	}
	cause := errors.New("no such function")
	e := plant(sound)
	e.New = func(uint64) (hash.Hash, error) { return nil, cause }
	if _, err := quality.Run(e, quality.Quick); !errors.Is(err, cause) || !strings.Contains(err.Error(), "planted") {
		t.Errorf("a function that cannot be made: got %v", err)
	}
	e = plant(sound)
	create := e.New
	e.New = func(seed uint64) (hash.Hash, error) {
		if seed > 3 {
			return nil, cause
		}
		return create(seed)
	}
	if _, err := quality.Run(e, quality.Quick); !errors.Is(err, cause) {
		t.Errorf("a seed that is refused: got %v", err)
	}
}

// TestLimitsAreAsStated holds what the comments say that each test finds.
func TestLimitsAreAsStated(t *testing.T) {
	v, err := soundVerdict()
	if err != nil {
		t.Fatal(err)
	}
	stated := map[quality.Test][2]float64{ // the least and the largest High
		quality.Avalanche: {0.22, 0.25}, quality.Buckets: {5.6, 5.8}, quality.Collisions: {1, 1},
		quality.RingShare: {1.5, 1.6}, quality.BloomFPR: {1.17, 1.19}, quality.SmallSeeds: {1.18, 1.7},
		quality.SpreadSeeds: {1.18, 1.7}, quality.Suffix: {1.18, 1.7}, quality.Prefix: {1.18, 1.7}, quality.Attack: {1, 1},
	}
	for _, r := range v.Results {
		if limits := stated[r.Test]; r.High < limits[0] || r.High > limits[1] {
			t.Errorf("the upper limit is not within %v: %s", limits, r)
		}
	}
}
