package record

import (
	"fmt"
	"maps"
	"testing"

	"pgregory.net/rapid"
)

// The known answer is the first 16 digits that sha256sum prints for
// {"experiment":"fpr","profile":"smoke","factors":{"a":"1","b":"2"},"seed":3,"code":"c"}.
func TestKeyID(t *testing.T) {
	k := Key{"fpr", "smoke", map[string]string{"b": "2", "a": "1"}, 3, "c"}
	if got, want := k.ID(), "7356f9d9897af241"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := k.String(), "fpr a=1 b=2 seed=3"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestKeyIDSeesEveryField(t *testing.T) {
	base := Key{"fpr", "smoke", map[string]string{"n": "1", "k": "2"}, 3, "c"}
	changes := map[string]func(*Key){
		"experiment":   func(k *Key) { k.Experiment = "memory" },
		"profile":      func(k *Key) { k.Profile = "full" },
		"seed":         func(k *Key) { k.Seed = 4 },
		"code":         func(k *Key) { k.Code = "d" },
		"level":        func(k *Key) { k.Factors["n"] = "2" },
		"empty level":  func(k *Key) { k.Factors["n"] = "" },
		"factor added": func(k *Key) { k.Factors["m"] = "" },
		"factor left":  func(k *Key) { delete(k.Factors, "n") },
		"levels swapped": func(k *Key) {
			k.Factors["n"], k.Factors["k"] = k.Factors["k"], k.Factors["n"]
		},
		"no factors": func(k *Key) { k.Factors = nil },
	}
	seen := map[string]string{base.ID(): "nothing"}
	for name, change := range changes {
		k := base
		k.Factors = maps.Clone(base.Factors)
		change(&k)
		if other, same := seen[k.ID()]; same {
			t.Errorf("changing %s gives the ID of changing %s", name, other)
		}
		seen[k.ID()] = name
	}
}

func TestKeyIDIgnoresMapOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		levels := rapid.MapOfN(rapid.StringN(1, 8, -1), rapid.String(), 0, 40).Draw(t, "levels")
		forwards, backwards := map[string]string{}, map[string]string{}
		var names []string
		for name := range levels {
			names = append(names, name)
		}
		for i := range names {
			forwards[names[i]] = levels[names[i]]
			last := names[len(names)-1-i]
			backwards[last] = levels[last]
		}
		a, b := Key{Experiment: "fpr", Factors: forwards}, Key{Experiment: "fpr", Factors: backwards}
		if a.ID() != b.ID() || fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("%v and %v have the IDs %s and %s", a, b, a.ID(), b.ID())
		}
	})
}

// TestDraws: what is asked depends on experiment, seed and the cell, not on who is asked, and not on how the code stands.
func TestDraws(t *testing.T) {
	base := Key{"fpr", "smoke", map[string]string{"filter": "a", "hash": "b", "n": "100", "queries": "20"}, 3, "c"}
	with := func(factor, level string) Key {
		k := base
		k.Factors = maps.Clone(base.Factors)
		k.Factors[factor] = level
		return k
	}
	want := base.Draws("filter", "hash")
	for name, k := range map[string]Key{"filter": with("filter", "other"), "hash": with("hash", ""), "code": {"fpr", "full", base.Factors, 3, "d"}} {
		if got := k.Draws("filter", "hash"); got != want {
			t.Errorf("another %s draws from %d, want %d", name, got, want)
		}
	}
	seen := map[uint64]string{want: "nothing"}
	for name, k := range map[string]Key{
		"n": with("n", "1000"), "queries": with("queries", "200"), "a factor more": with("load", "1"), "levels that run together": with("n", "1002"),
		"experiment": {"memory", "smoke", base.Factors, 3, "c"}, "seed": {"fpr", "smoke", base.Factors, 4, "c"},
	} {
		got := k.Draws("filter", "hash")
		if other, same := seen[got]; same {
			t.Errorf("changing %s draws from what changing %s does", name, other)
		}
		seen[got] = name
	}
	if got := base.Draws("filter"); got == want {
		t.Error("a factor that says what is asked does not count")
	}
}
