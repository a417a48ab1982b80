package show

import (
	"crypto/sha256"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hashlab/experiments/internal/plan"
	_ "hashlab/impl/all"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

func tellTestFilter(t *testing.T, q FilterRequest) *FilterStory {
	t.Helper()
	story, err := TellFilter(q)
	if err != nil {
		t.Fatal(err)
	}
	return story
}

// The article's program puts probe i of x at SHA-256(x + decimal(i)) mod m, the digest big-endian: computed here
// with math/big.
func TestArticleFilterPositions(t *testing.T) {
	const m, k = 1000, 3
	story := tellTestFilter(t, FilterRequest{Filter: "article-filter", M: m, K: k, Add: []string{"khalid"}, Ask: []string{"sami"}})
	for _, s := range story.Steps {
		want := []int{}
		for i := range k {
			digest := sha256.Sum256(fmt.Append(nil, s.Key, i))
			at := new(big.Int).Mod(new(big.Int).SetBytes(digest[:]), big.NewInt(m))
			want = append(want, int(at.Int64()))
		}
		slices.Sort(want)
		if diff := cmp.Diff(slices.Compact(want), s.Positions); diff != "" {
			t.Errorf("%s (-want +got):\n%s", s.Key, diff)
		}
	}
}

// The positions of the text come from no hash function, and the preset says so.
func TestArticlePreset(t *testing.T) {
	story := ArticleFilter()
	add, ask := story.Steps[0], story.Steps[1]
	if diff := cmp.Diff([]int{250, 512, 800}, truePlaces(add.After())); diff != "" {
		t.Errorf("after khalid (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int{150, 400, 750}, ask.Positions); diff != "" || ask.Found || ask.Present {
		t.Errorf("sami is found %t, present %t, (-want +got):\n%s", ask.Found, ask.Present, diff)
	}
	if !strings.Contains(story.Note, "no hash function gives them") {
		t.Errorf("the note does not say where the positions come from: %s", story.Note)
	}
	real := tellTestFilter(t, FilterRequest{Filter: "article-filter", M: 1000, K: 3, Add: []string{"khalid"}})
	if slices.Equal(real.Steps[0].Positions, add.Positions) {
		t.Error("SHA-256 does give the positions of the text: the note is wrong")
	}
}

// On every filter that can be shown, with any registered hash: what was added is found, nothing is unset, and a
// step sets what it says.
func TestEveryPlainFilter(t *testing.T) {
	names := plainFilters()
	if len(names) < 8 {
		t.Errorf("only %v can be shown", names)
	}
	word := rapid.StringMatching(`[a-z]{1,8}`)
	rapid.Check(t, func(t *rapid.T) {
		e, err := filter.Find(rapid.SampledFrom(names).Draw(t, "filter"))
		if err != nil {
			t.Fatal(err)
		}
		q := FilterRequest{Filter: e.Name, M: 512, K: rapid.SampledFrom([]int{1, 3, 8, 16}).Draw(t, "k"),
			Add: rapid.SliceOfNDistinct(word, 1, 8, rapid.ID).Draw(t, "add"), Ask: rapid.SliceOfNDistinct(word, 0, 8, rapid.ID).Draw(t, "ask")}
		if e.BuiltinHash == "" {
			q.Hash = rapid.SampledFrom(plan.StableHashes()).Draw(t, "hash")
		}
		story, err := TellFilter(q)
		if err != nil {
			if strings.Contains(err.Error(), filter.ErrSpec.Error()) {
				t.Skip("the filter has probes of its own") // the draw is repeated with others
			}
			t.Fatal(err)
		}
		set := 0
		for _, s := range story.Steps {
			if s.Present && !s.Found {
				t.Errorf("%s was added and is not found", s.Key)
			}
			if n := len(s.Positions); n < 1 || n > story.K {
				t.Errorf("%s has %d positions, k = %d", s.Key, n, story.K)
			}
			if now := len(truePlaces(s.After())); now < set || s.Ask && now != set {
				t.Errorf("%d bits are set after %s, %d before", now, s.Key, set)
			} else {
				set = now
			}
		}
	})
}

func TestTellFilterRefuses(t *testing.T) {
	keys := []string{"a"}
	for name, tt := range map[string]struct {
		q    FilterRequest
		want string
	}{
		"no bits":     {FilterRequest{Filter: "bloom-classic", Hash: "xxh3", K: 3, Add: keys}, "m = 0 bits is not in 1 … 2048"},
		"many bits":   {FilterRequest{Filter: "bloom-classic", Hash: "xxh3", M: 4096, K: 3, Add: keys}, "m = 4096 bits"},
		"no probes":   {FilterRequest{Filter: "bloom-classic", Hash: "xxh3", M: 64, K: -1, Add: keys}, "k = -1 probes"},
		"no keys":     {FilterRequest{Filter: "bloom-classic", Hash: "xxh3", M: 64, K: 3}, "no key is given"},
		"empty key":   {FilterRequest{Filter: "bloom-classic", Hash: "xxh3", M: 64, K: 3, Add: []string{"a", ""}}, "added key 2 is empty"},
		"same key":    {FilterRequest{Filter: "bloom-classic", Hash: "xxh3", M: 64, K: 3, Ask: []string{"a", "a"}}, `asked key "a" is given twice`},
		"bad text":    {FilterRequest{Filter: "bloom-classic", Hash: "xxh3", M: 64, K: 3, Add: []string{"\xff"}}, `added key "\xff" is not UTF-8`},
		"no filter":   {FilterRequest{Filter: "bloom-clasic", Hash: "xxh3", M: 64, K: 3, Add: keys}, `unknown filter "bloom-clasic": nearest are bloom-classic`},
		"no hash":     {FilterRequest{Filter: "bloom-classic", Hash: "xxh4", M: 64, K: 3, Add: keys}, `unknown hash "xxh4": nearest are xxh3`},
		"not plain":   {FilterRequest{Filter: "cuckoo-8", Hash: "xxh3", M: 64, K: 3, Add: keys}, "filter cuckoo-8 keeps no plain array of bits"},
		"many keys":   {FilterRequest{Filter: "bloom-classic", Hash: "xxh3", M: 64, K: 3, Add: make([]string, 33)}, "33 added keys"},
		"hash is own": {FilterRequest{Filter: "bloom-classic", M: 64, K: 3, Add: keys}, "filter bloom-classic works on hashes"},
	} {
		if got, err := TellFilter(tt.q); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, %v, want an error with %q", name, got, err, tt.want)
		}
	}
}

// A liar is a filter whose bits do not explain its answers.
type liar struct{ filter.Mutable }

func (l liar) Contains(uint64) bool { return true }

func (l liar) Words() []uint64 {
	w, _ := words(filter.Join(l.Mutable, nil))
	return w
}

// A blank filter shows no bits.
type blank struct{ filter.Mutable }

func (b blank) Words() []uint64 { return []uint64{0} }

// An odd filter has bits that depend on what was added before.
type odd struct {
	filter.Mutable
	words []uint64
}

func (o *odd) Add(uint64) bool      { o.words[0] = o.words[0]<<1 | 1; return true }
func (o *odd) Contains(uint64) bool { return o.words[0] == 1 }
func (o *odd) Words() []uint64      { return o.words }

func TestLiarIsNotShown(t *testing.T) {
	h, err := plan.OpenHash("xxh3")
	if err != nil {
		t.Fatal(err)
	}
	classic, err := filter.Find("bloom-classic")
	if err != nil {
		t.Fatal(err)
	}
	inner := func() filter.Mutable {
		f, err := classic.New(filter.Spec{M: 64, K: 3})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for want, open := range map[string]func(filter.Spec) (filter.Mutable, error){
		`answers true for "a", which its bits do not explain`: func(filter.Spec) (filter.Mutable, error) { return liar{inner()}, nil },
		`sets no bit for "a"`: func(filter.Spec) (filter.Mutable, error) { return blank{inner()}, nil },
		`holds the bits [0 1] after "b", where its keys set [0]`: func(filter.Spec) (filter.Mutable, error) {
			return &odd{inner(), make([]uint64, 1)}, nil
		},
	} {
		e := filter.Entry{Meta: registry.Meta{Name: "planted"}, New: open}
		got, err := tellFilter(e, hash.Hash(h), FilterRequest{Hash: "xxh3", M: 64, K: 3, Add: []string{"a", "b"}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, %v, want an error with %q", got, err, want)
		}
	}
}

func TestFilterText(t *testing.T) {
	story := tellTestFilter(t, FilterRequest{Filter: "bloom-classic", Hash: "xxh3", M: 64, K: 3, Add: []string{"khalid"}, Ask: []string{"khalid"}})
	var b strings.Builder
	if err := story.Text(&b); err != nil {
		t.Fatal(err)
	}
	for _, mark := range []string{"#", "@"} { // a mark a position, in the bits of its step and once in the key
		if got, want := strings.Count(b.String(), mark), len(story.Steps[0].Positions)+1; got != want {
			t.Errorf("%d times %q, want %d, in\n%s", got, mark, want, b.String())
		}
	}
	if !strings.Contains(b.String(), "it may be there, and it is") {
		t.Errorf("no verdict in\n%s", b.String())
	}
}
