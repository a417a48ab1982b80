package figure

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/experiments/internal/figure/chart"
)

// look returns what the eye sees of a style.
func look(s chart.Style) string { return fmt.Sprint(s.Color, s.Glyph) }

func TestFixedStyles(t *testing.T) {
	seen := map[string]bool{}
	for _, list := range styled {
		looks := map[string]string{}
		for _, name := range list {
			if seen[name] {
				t.Errorf("%s is listed twice", name)
			}
			seen[name] = true
			if twin, taken := looks[look(styleOf(name))]; taken {
				t.Errorf("%s looks like %s", name, twin)
			}
			looks[look(styleOf(name))] = name
		}
	}
}

// TestPanelsAreReadable holds that names which share a panel differ in colour, not only in glyph.
func TestPanelsAreReadable(t *testing.T) {
	for _, list := range styled {
		for _, members := range byFamily(list) {
			for _, panel := range group(members) {
				colors := map[string]string{}
				for _, name := range panel {
					c := fmt.Sprint(styleOf(name).Color)
					if twin, taken := colors[c]; taken {
						t.Errorf("%s has the colour of %s, with which it shares a panel", name, twin)
					}
					colors[c] = name
				}
			}
		}
	}
}

// TestUnknownNames pins styles of names that no list has, the 32-bit FNV-1a of the name modulo 49: they must not
// change from one version to the next.
func TestUnknownNames(t *testing.T) {
	for name, want := range map[string]int{"my-own-filter": 36, "my-own-ring": 22, "": 23} {
		if diff := cmp.Diff(look(chart.Pick(want)), look(styleOf(name))); diff != "" {
			t.Errorf("styleOf(%q) (-want +got):\n%s", name, diff)
		}
	}
	if got := family("my-own-filter"); got != other {
		t.Errorf("family of an unknown name: %s", families[got].name)
	}
}

func TestFamilies(t *testing.T) {
	for name, want := range map[string]string{
		"bloom-classic": "classic", "bloom-classic-pow2": "classic", "bloom-split-256": "blocked", "bloom-register-64": "blocked",
		"bloom-counting-blocked": "extended", "fuse4-8": "static", "xor-8": "static", "x-bits-and-blooms": "third-party",
		"xxh3": "fast 64-bit hashes", "farm64": "fast 64-bit hashes", "murmur3-64": "fast 64-bit hashes",
		"murmur3-32-left": "classic and 32-bit hashes", "sha256": "cryptographic and keyed hashes", "article-filter": "other",
		"bloom": "other", "ring-vnodes": "ring", "jump": "ringless", "jumper": "other",
	} {
		if got := families[family(name)].name; got != want {
			t.Errorf("family(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestGroup(t *testing.T) {
	for _, c := range []struct {
		name  string
		names []string
		want  [][]string
	}{
		{"none", nil, nil},
		{"one group", []string{"my-own", "bloom-split-256", "bloom-classic", "bloom-classic"}, [][]string{{"bloom-classic", "bloom-split-256", "my-own"}}},
		{"families that do not fit together", []string{"ring-a", "ring-b", "ring-c", "ring-d", "jump-a", "jump-b", "jump-c", "jump-d"},
			[][]string{{"ring-a", "ring-b", "ring-c", "ring-d"}, {"jump-a", "jump-b", "jump-c", "jump-d"}}},
		{"a large family in equal parts", []string{"xor-1", "xor-2", "xor-3", "xor-4", "xor-5", "xor-6", "xor-7", "xor-8"},
			[][]string{{"xor-1", "xor-2", "xor-3", "xor-4"}, {"xor-5", "xor-6", "xor-7", "xor-8"}}},
	} {
		if diff := cmp.Diff(c.want, group(c.names)); diff != "" {
			t.Errorf("case=%s (-want +got):\n%s", c.name, diff)
		}
	}
	everything := slices.Concat(styled...)
	total := 0
	for _, g := range group(everything) {
		total += len(g)
		if len(g) == 0 || len(g) > mostSeries {
			t.Errorf("a group of %d: %v", len(g), g)
		}
	}
	if total != len(everything) {
		t.Errorf("groups hold %d names of %d", total, len(everything))
	}
}
