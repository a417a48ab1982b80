package figure

import (
	"hash/fnv"
	"slices"
	"strings"

	"hashlab/experiments/internal/figure/chart"
)

// styled fixes the style of each implementation, so that all figures agree: the place in a list is the
// number of the style, seven a line: a column has one colour. Names that share a panel lie in different columns, and
// differ in glyph, dashes or darkness besides, which tests hold. New names go to the end of a list; a moved name
// changes how every figure looks.
var styled = [][]string{
	{ // filters
		"bloom-classic", "bloom-split-256", "bloom-counting", "x-bits-and-blooms", "article-filter", "bloom-blocked-512", "bloom-classic-double",
		"bloom-classic-modulo", "bloom-classic-pow2", "bloom-classic-enhanced", "bloom-classic-independent", "bloom-classic-triple", "x-xorfilter-xor8", "bloom-split-512",
		"bloom-register-64", "bloom-counting-blocked", "cuckoo-8", "bloom-scalable", "bloom-concurrent", "bloom-stable", "cuckoo-12",
		"cuckoo-16", "ribbon-8", "xor-8", "xor-16", "fuse-8", "fuse-16", "fuse4-8",
		"fuse4-16", "none", "x-ristretto", "x-xorfilter-fuse8", "x-boomfilters-scalable", "x-boomfilters-counting", "x-holiman",
		"x-parquet-split", "x-boomfilters-classic", "hash-set", "quotient", "x-seiflotfy-cuckoo", "bloom-partitioned",
	},
	{ // locators
		"ring-vnodes", "jump", "rendezvous", "modulo", "x-groupcache", "article-ring", "maglev",
		"anchor", "ring-ketama", "ring-nginx", "dx", "multi-probe", "memento", "ring-bounded",
		"power", "ring-tokens", "flip", "x-buraksezer", "ring-bounded-jump", "ring-fixed-total", "slots-redis",
		"x-dgryski-rendezvous", "x-dgryski-jump", "modulo-shift", "ring-ketama-spy", "jumpback", "slots-16384", "binomial",
		"rendezvous-skeleton", "maglev-slot-rendezvous", "x-serialx", "rendezvous-weighted", "ring-spread", "jump-choose", "x-kkdai-maglev",
	},
	{ // hash functions
		"xxh3", "xxh64", "murmur3-64", "farm64", "farm-fp64", "md5", "siphash24",
		"crc32c-left", "crc32c-mixed", "murmur3-32-mixed", "djb2-mixed", "fnv1a-64", "murmur3-32-left", "djb2-left",
		"sha1", "sha256", "maphash", "murmur3-64-twmb", "farm32-left", "farm64-seeded", "metro64",
		"fnv1a-32-left", "fnv1a-32-mixed", "farm32-mixed", "fnv1a-64-mixed", "identity",
	},
}

// control is the name of the filter and of the locator that do nothing: what is left is the loop.
const control = "null"

// loadControl is the filter that reads one word a hash and nothing else.
const loadControl = "load"

// isControl reports whether the implementation is one of those two: neither is drawn as something that can be chosen.
func isControl(name string) bool { return name == control || name == loadControl }

// styleOf returns the style of an implementation. One that no list has, such as a user's own, gets a style
// that depends on its name alone; it may share it with another.
func styleOf(name string) chart.Style {
	switch name {
	case control:
		return chart.Control
	case loadControl:
		return chart.Reading
	}
	for _, list := range styled {
		if i := slices.Index(list, name); i >= 0 {
			return chart.Pick(i)
		}
	}
	h := fnv.New32a()
	h.Write([]byte(name))
	return chart.Pick(int(h.Sum32() % uint32(chart.Styles)))
}

// families sorts implementations into groups that are compared with one another: by the longest prefix of
// the name. What no prefix fits belongs to "other".
var families = []struct {
	name     string
	prefixes []string
}{
	{"classic", []string{"bloom-classic", "bloom-partitioned"}},
	{"blocked", []string{"bloom-blocked", "bloom-split", "bloom-register"}},
	{"extended", []string{"bloom-counting", "bloom-scalable", "bloom-concurrent", "bloom-stable"}},
	{"fingerprints", []string{"cuckoo", "quotient"}},
	{"static", []string{"xor", "fuse", "fuse4", "ribbon"}},
	{"ring", []string{"ring"}},
	{"ringless", []string{"jump", "rendezvous", "modulo", "maglev", "multi-probe", "anchor", "dx", "memento", "binomial", "flip", "jumpback", "power", "slots"}},
	{"fast 64-bit hashes", []string{"xxh3", "xxh64", "murmur3-64", "farm", "farm64", "metro64"}},
	{"classic and 32-bit hashes", []string{"murmur3-32", "farm32", "fnv1a", "crc32c", "djb2"}},
	{"cryptographic and keyed hashes", []string{"md5", "sha1", "sha256", "siphash24", "maphash"}},
	{"third-party", []string{"x"}},
	{"other", []string{"article"}},
}

// other is the index of the family "other".
var other = len(families) - 1

// family returns the index of the family of an implementation.
func family(name string) int {
	best, length := other, 0
	for i, f := range families {
		for _, prefix := range f.prefixes {
			if (name == prefix || strings.HasPrefix(name, prefix+"-")) && len(prefix) > length {
				best, length = i, len(prefix)
			}
		}
	}
	return best
}

// mostSeries is the greatest number of series that can be told apart in one panel.
const mostSeries = 7

// group sorts names by family and name and cuts them into groups of at most mostSeries. Small families
// that follow one another share a group; a large one is cut into equal parts.
func group(names []string) [][]string {
	var groups [][]string
	for _, members := range byFamily(names) {
		parts := (len(members) + mostSeries - 1) / mostSeries
		for part := range slices.Chunk(members, (len(members)+parts-1)/parts) {
			last := len(groups) - 1
			if last >= 0 && len(groups[last])+len(part) <= mostSeries {
				groups[last] = append(groups[last], part...)
				continue
			}
			groups = append(groups, slices.Clone(part))
		}
	}
	return groups
}

// byFamily returns the distinct names, sorted, for each family that has any.
func byFamily(names []string) [][]string {
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	var sorted [][]string
	for i := range families {
		members := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return family(n) != i })
		if len(members) > 0 {
			sorted = append(sorted, members)
		}
	}
	return sorted
}
