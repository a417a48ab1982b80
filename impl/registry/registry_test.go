package registry

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func meta(name string) Meta { return Meta{Name: name, Doc: "a test's", Source: "this test"} }

// register stands between a test and Add as a contract's Register does.
func register(r *Registry[Meta], m Meta) { r.Add(m) }

func filled(names ...string) *Registry[Meta] {
	r := New[Meta]("hash")
	for _, name := range names {
		register(r, meta(name))
	}
	return r
}

func TestAllIsSorted(t *testing.T) {
	r := filled("xxh3", "farm64", "md5")
	if diff := cmp.Diff([]string{"farm64", "md5", "xxh3"}, r.Names()); diff != "" {
		t.Errorf("Names, want (-) got (+):\n%s", diff)
	}
	if diff := cmp.Diff([]Meta{meta("farm64"), meta("md5"), meta("xxh3")}, r.All()); diff != "" {
		t.Errorf("All, want (-) got (+):\n%s", diff)
	}
}

func TestAddPanics(t *testing.T) {
	for name, tc := range map[string]struct {
		m    Meta
		want string
	}{
		"repeated":          {meta("taken"), `"taken" is registered twice`},
		"empty name":        {meta(""), `"" is not kebab case`},
		"upper case":        {meta("Murmur"), `"Murmur" is not kebab case`},
		"underscore":        {meta("farm_64"), `"farm_64" is not kebab case`},
		"leading digit":     {meta("64-farm"), `"64-farm" is not kebab case`},
		"trailing hyphen":   {meta("farm-"), `"farm-" is not kebab case`},
		"two hyphens":       {meta("farm--64"), `"farm--64" is not kebab case`},
		"line end":          {meta("farm\n"), `is not kebab case`},
		"no doc":            {Meta{Name: "new", Source: "this test"}, `"new" lacks its doc line`},
		"no source":         {Meta{Name: "new", Doc: "a test's"}, `"new" lacks its doc line or its source`},
		"none of the above": {meta("new"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := filled("taken")
			got := func() (message string) {
				defer func() {
					if p := recover(); p != nil {
						message = p.(string)
					}
				}()
				register(r, tc.m)
				return ""
			}()
			if !strings.Contains(got, tc.want) || (got == "") != (tc.want == "") {
				t.Errorf("got panic %q, want one that contains %q", got, tc.want)
			}
		})
	}
}

func TestFile(t *testing.T) {
	r := filled("known")
	if got, want := filepath.Base(r.File("known")), "registry_test.go"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := r.File("unknown"); got != "" {
		t.Errorf("an unknown name: got %q, want none", got)
	}
}

func TestFind(t *testing.T) {
	r := filled("bloom-classic", "bloom-split-256", "cuckoo-8", "cuckoo-16")
	if got, err := r.Find("cuckoo-8"); err != nil || got.Name != "cuckoo-8" {
		t.Errorf("got %q, %v, want cuckoo-8", got.Name, err)
	}
	for _, tc := range []struct {
		r          *Registry[Meta]
		name, want string
	}{
		{r, "cuckoo-9", `unknown hash "cuckoo-9": nearest are cuckoo-8, cuckoo-16, bloom-classic`},
		{r, "blom-classic", `unknown hash "blom-classic": nearest are bloom-classic, `},
		{New[Meta]("filter"), "x", `unknown filter "x": nothing is registered`},
	} {
		if _, err := tc.r.Find(tc.name); err == nil || !strings.HasPrefix(err.Error(), tc.want) {
			t.Errorf("%q: got %v, want an error that starts with %q", tc.name, err, tc.want)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"sha256", "sha1", "md5"}
	if diff := cmp.Diff([]string{"sha1", "sha256"}, Nearest("sha2", names, 2)); diff != "" {
		t.Errorf("want (-) got (+):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"sha256", "sha1", "md5"}, names); diff != "" {
		t.Errorf("Nearest changed its argument, want (-) got (+):\n%s", diff)
	}
	if got := Nearest("x", nil, 3); len(got) != 0 {
		t.Errorf("of no names: got %q, want none", got)
	}
	if diff := cmp.Diff([]string{"a", "b"}, Nearest("x", []string{"b", "a"}, 9)); diff != "" {
		t.Errorf("equally near, want (-) got (+):\n%s", diff)
	}
}

// TestDistance holds the textbook pair of Wagner and Fischer's problem, and what makes it a metric.
func TestDistance(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want int
	}{
		{"kitten", "sitting", 3}, {"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"abc", "acb", 2},
	} {
		if got := distance(tc.a, tc.b); got != tc.want {
			t.Errorf("%q, %q: got %d, want %d", tc.a, tc.b, got, tc.want)
		}
	}
	word := rapid.StringMatching(`[ab]{0,6}`)
	rapid.Check(t, func(rt *rapid.T) {
		a, b, c := word.Draw(rt, "a"), word.Draw(rt, "b"), word.Draw(rt, "c")
		if distance(a, b) != distance(b, a) {
			rt.Errorf("%q, %q: not symmetric", a, b)
		}
		if (distance(a, b) == 0) != (a == b) {
			rt.Errorf("%q, %q: distance %d", a, b, distance(a, b))
		}
		if distance(a, c) > distance(a, b)+distance(b, c) {
			rt.Errorf("%q, %q, %q: the way round is shorter", a, b, c)
		}
	})
}
