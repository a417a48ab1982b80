package plan

import (
	"strings"
	"testing"

	"hashlab/experiments/internal/keys"
	_ "hashlab/impl/all"
	"hashlab/impl/consistent"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

func TestBaseIsRegistered(t *testing.T) {
	for _, name := range BaseFilters() {
		if e, err := CheckFilter(name, BaseHash); err != nil || FilterHash(e) != BaseHash {
			t.Errorf("filter %s with %s: %v", name, BaseHash, err)
		}
	}
	if e, err := CheckLocator(BaseLocator, BaseHash); err != nil || LocatorHash(e) != BaseHash {
		t.Errorf("locator %s with %s: %v", BaseLocator, BaseHash, err)
	}
	if _, err := (Scope{}).Class(BaseClass); err != nil {
		t.Error(err)
	}
	for _, name := range GoodHashes() {
		e, err := hash.Find(name)
		if err != nil || len(e.Traits.Fails) > 0 || !IsGoodHash(name) {
			t.Errorf("hash %s: %v, traits %q, good %v", name, err, e.Traits, IsGoodHash(name))
		}
	}
	for _, name := range StableHashes() {
		if IsRandomHash(name) {
			t.Errorf("hash %s is stable and random", name)
		}
	}
	if IsGoodHash("fnv1a-64") || !IsRandomHash("maphash") || IsRandomHash("") || IsRandomHash("no-such") {
		t.Error("a hash function is judged wrongly")
	}
}

func TestMeasurablesAreNoControls(t *testing.T) {
	for _, e := range Measurables() {
		if len(e.Traits.Fails) > 0 {
			t.Errorf("filter %s is a control: %s", e.Name, e.Traits)
		}
	}
	for _, e := range Locatables() {
		if len(e.Traits.Fails) > 0 {
			t.Errorf("locator %s is a control: %s", e.Name, e.Traits)
		}
	}
	if got, all := len(Measurables()), len(filter.All()); got == 0 || got >= all {
		t.Errorf("got %d filters of %d: the null filter must be left out", got, all)
	}
}

func TestCheckRefuses(t *testing.T) {
	for _, tt := range []struct {
		name  string
		check func() error
		want  string
	}{
		{"unknown filter", func() error { _, err := CheckFilter("blom-classic", "xxh3"); return err }, `"blom-classic"`},
		{"filter without a hash", func() error { _, err := CheckFilter(BaseFilter, ""); return err }, BaseFilter},
		{"unknown hash of a filter", func() error { _, err := CheckFilter(BaseFilter, "xxh4"); return err }, `"xxh4"`},
		{"a hash that is part of the filter", func() error { _, err := CheckFilter(builtin(t), "md5"); return err }, "md5"},
		{"unknown locator", func() error { _, err := CheckLocator("jmp", "xxh3"); return err }, `"jmp"`},
		{"locator without a hash", func() error { _, err := CheckLocator(BaseLocator, ""); return err }, BaseLocator},
		{"unknown hash of a locator", func() error { _, err := CheckLocator(BaseLocator, "xxh4"); return err }, `"xxh4"`},
		{"unknown hash", func() error { _, err := OpenHash("xxh4"); return err }, `"xxh4"`},
		{"unknown key class", func() error { _, err := (Scope{}).Class("radom8"); return err }, `"radom8"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := tt.check(); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an error with %s", err, tt.want)
			}
		})
	}
	if h, err := OpenHash(""); h != nil || err != nil {
		t.Errorf("no hash: got %v, %v, want nil", h, err)
	}
}

// builtin returns the name of a filter whose hash cannot be replaced.
func builtin(t *testing.T) string {
	t.Helper()
	for _, e := range filter.All() {
		if e.BuiltinHash != "" {
			return e.Name
		}
	}
	t.Fatal("no filter has a hash function of its own")
	return ""
}

func TestHashColumn(t *testing.T) {
	for _, tt := range []struct{ name, builtin, want string }{{"xxh3", "", "xxh3"}, {"", "murmur3", "(murmur3)"}, {"", "", "(own)"}} {
		if got := HashColumn(tt.name, tt.builtin); got != tt.want {
			t.Errorf("name=%q builtin=%q: got %q, want %q", tt.name, tt.builtin, got, tt.want)
		}
	}
}

func TestUsersKeysAreAClass(t *testing.T) {
	own := keys.Class{Name: "file-0123"}
	s := Scope{Keys: &own}
	if c, err := s.Class("file-0123"); err != nil || c.Name != own.Name {
		t.Errorf("got %v, %v, want the user's class", c.Name, err)
	}
	if c, err := s.Class(BaseClass); err != nil || c.Name != BaseClass {
		t.Errorf("got %v, %v, want %s", c.Name, err, BaseClass)
	}
}

func TestNodes(t *testing.T) {
	nodes := Nodes(5, 3)
	seen := map[string]bool{}
	for _, n := range nodes {
		if n.Weight != 1 || n.ID == "" || seen[n.ID] {
			t.Errorf("got %v, want five ids of weight 1", nodes)
		}
		seen[n.ID] = true
	}
	if len(nodes) != 5 || seen[Nodes(1, 4)[0].ID] {
		t.Errorf("got %v, and seed 4 begins with %v", nodes, Nodes(1, 4))
	}
}

// A cost is a prediction; what can be demanded is that it is finite, positive, and 0 where there is nothing.
func TestCosts(t *testing.T) {
	positive := func(what string, seconds float64) {
		if !(seconds > 0 && seconds < 1e-3) {
			t.Errorf("%s: got %v s a key, want between 0 and a millisecond", what, seconds)
		}
	}
	positive("hash", HashCost(BaseHash))
	for _, e := range Measurables() {
		add, query := FilterCost(e, FilterHash(e), filter.Spec{})
		positive(e.Name+" add", add)
		positive(e.Name+" query", query)
	}
	l, err := consistent.Find(BaseLocator)
	if err != nil {
		t.Fatal(err)
	}
	positive("locate", LocateCost(l, BaseHash, 10))
	if again := HashCost(BaseHash); again != HashCost(BaseHash) {
		t.Errorf("the same trial gave %v and %v: it must be timed once", again, HashCost(BaseHash))
	}
	if got := HashCost(""); got != 0 {
		t.Errorf("no hash: got %v, want 0", got)
	}
	if short, long := SeriesCost(3, 1e-9, 1000), SeriesCost(3, 1e-6, 100_000); !(short > 3e-3) || !(long > 0.3) {
		t.Errorf("series: got %v and %v s, want more than 3 samples of 1 ms and of 100 ms", short, long)
	}
}
