package show

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hashlab/experiments/internal/plan"
	"hashlab/impl/consistent"
)

// The article's program places 36,716, 30,293 and 32,991 of 100,000 keys on its three servers, and 28,542, 16,463,
// 20,381 and 34,614 with the fourth. A share s of the circle gets s of them within 6 standard deviations, which
// uniform keys exceed with probability 2e-9 each; the least deviation seen is a share of 0.0095.
func TestArticleRing(t *testing.T) {
	story, err := TellRing(ArticleRing())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		circle Circle
		want   map[string]float64
	}{
		{story.Before, map[string]float64{"server-1": 36_716, "server-2": 30_293, "server-3": 32_991}},
		{story.After, map[string]float64{"server-1": 28_542, "server-2": 16_463, "server-3": 20_381, "server-4": 34_614}},
	} {
		for id, keys := range tt.want {
			s := tt.circle.Shares[id]
			if math.Abs(keys-1e5*s) > 6*math.Sqrt(1e5*s*(1-s)) {
				t.Errorf("%s has %.5f of the circle and %v of 100,000 keys", id, s, keys)
			}
		}
	}
	k := story.Keys[0]
	if k.Before != "server-2" || k.After != "server-4" {
		t.Errorf("%s: %s, then %s; want server-2, then server-4", k.Key, k.Before, k.After)
	}
}

// On every ring with any registered hash: shares add up to the circle, all that moves is the new node's, and each
// key is where a locator that is built anew has it.
func TestEveryRing(t *testing.T) {
	names := rings()
	if !slices.Contains(names, "ring-vnodes") || !slices.Contains(names, "article-ring") || len(names) < 4 {
		t.Errorf("only %v can be shown", names)
	}
	id := rapid.StringMatching(`[a-z]{1,6}`)
	rapid.Check(t, func(t *rapid.T) {
		e, err := consistent.Find(rapid.SampledFrom(names).Draw(t, "locator"))
		if err != nil {
			t.Fatal(err)
		}
		ids := rapid.SliceOfNDistinct(id, 2, 6, rapid.ID).Draw(t, "nodes")
		q := RingRequest{Locator: e.Name, Nodes: ids[1:], Add: ids[:1], Keys: rapid.SliceOfNDistinct(id, 0, 5, rapid.ID).Draw(t, "keys")}
		if e.Vnodes && !e.FixedTotal {
			q.Vnodes = rapid.SampledFrom([]int{0, 4, 8}).Draw(t, "vnodes")
		}
		if e.NewKeyed == nil {
			q.Hash = rapid.SampledFrom([]string{"xxh3", "murmur3-64", "md5", "siphash24"}).Draw(t, "hash")
		}
		story, err := TellRing(q)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []Circle{story.Before, story.After} {
			total := 0.0
			for _, s := range c.Shares {
				total += s
			}
			if math.Abs(total-1) > 1e-9 {
				t.Errorf("shares add up to %v", total)
			}
		}
		if e.Monotone && math.Abs(story.Moved()-story.After.Shares[ids[0]]) > 1e-9 {
			t.Errorf("%v moves, the new node has %v", story.Moved(), story.After.Shares[ids[0]])
		}
		checkKeys(t, e, q, story)
	})
}

func checkKeys(t *rapid.T, e consistent.Entry, q RingRequest, story *RingStory) {
	h, err := plan.OpenHash(q.Hash)
	if err != nil {
		t.Fatal(err)
	}
	for i, ids := range [][]string{q.Nodes, slices.Concat(q.Nodes, q.Add)} {
		var nodes []consistent.Node
		for _, id := range ids {
			nodes = append(nodes, consistent.Node{ID: id, Weight: 1})
		}
		l, err := e.Keyed(consistent.Options{Hash: h, Vnodes: q.Vnodes}, nodes)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range story.Keys {
			if got, want := []string{k.Before, k.After}[i], l.Nodes()[l.LocateString(k.Key)].ID; got != want && !e.HistoryBound {
				t.Errorf("%s: the story says %s, the locator %s", k.Key, got, want)
			}
		}
	}
}

func TestTellRingRefuses(t *testing.T) {
	ok := RingRequest{Locator: "ring-vnodes", Hash: "xxh3", Nodes: []string{"a", "b"}, Vnodes: 5}
	for want, change := range map[string]func(*RingRequest){
		"no nodes are given":                      func(q *RingRequest) { q.Nodes = nil },
		`node "a" is given twice`:                 func(q *RingRequest) { q.Add = []string{"a"} },
		`node "z", which shall leave, is not amo`: func(q *RingRequest) { q.Remove = []string{"z"} },
		"-1 vnodes":                               func(q *RingRequest) { q.Vnodes = -1 },
		"1000000 vnodes for each of 2 nodes":      func(q *RingRequest) { q.Vnodes = 1_000_000 },
		`unknown locator "ring-vnode": nearest`:   func(q *RingRequest) { q.Locator = "ring-vnode" },
		`unknown hash "x"`:                        func(q *RingRequest) { q.Hash = "x" },
		"locator jump has no points on a circle; those that have are article-ring": func(q *RingRequest) { q.Locator = "jump" },
		`unknown label shape "id/i"`: func(q *RingRequest) { q.Labels = "id/i" },
		"27 nodes: more than 26":     func(q *RingRequest) { q.Nodes = make([]string, 27) },
		`key "k" is given twice`:     func(q *RingRequest) { q.Keys = []string{"k", "k"} },
	} {
		q := ok
		change(&q)
		if got, err := TellRing(q); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, %v, want an error with %q", got, err, want)
		}
	}
	if _, err := TellRing(ok); err != nil {
		t.Error(err)
	}
}

// A skewed ring locates every hash on node 0, whatever its points say.
type skewed struct{ consistent.Locator }

func (s skewed) Locate(uint64) int32 { return 0 }

func TestSkewedRingIsNotShown(t *testing.T) {
	e, err := consistent.Find("ring-vnodes")
	if err != nil {
		t.Fatal(err)
	}
	h, err := plan.OpenHash("xxh3")
	if err != nil {
		t.Fatal(err)
	}
	r, err := openRing(e, h, RingRequest{Nodes: []string{"a", "b"}, Vnodes: 5})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.circle(); err != nil {
		t.Fatal(err)
	}
	r.locator = skewed{r.locator}
	if c, err := r.circle(); err == nil || !strings.Contains(err.Error(), "it cannot be shown") {
		t.Errorf("got %v, %v, want an error", c, err)
	}
}

// No two texts of a picture touch, and none is cut by the edge, however long the names and however many points.
func TestDrawingsAreLegible(t *testing.T) {
	long := strings.Repeat("a-very-long-name-", 6)
	var keys, nodes []string
	for i := range MaxSteps {
		keys = append(keys, fmt.Sprint(long, i))
	}
	for i := range MaxNodes - 1 {
		nodes = append(nodes, fmt.Sprint(i, "-", long))
	}
	pages := map[string]interface{ Clashes() ([]string, error) }{
		"article filter": ArticleFilter().Draw(),
		"largest filter": tellTestFilter(t, FilterRequest{Filter: "bloom-classic", Hash: "xxh3", M: MaxBits, K: 64, Add: keys[:3], Ask: keys[3:5]}).Draw(),
		"least filter":   tellTestFilter(t, FilterRequest{Filter: "bloom-classic", Hash: "xxh3", M: 1, K: 1, Add: keys, Ask: keys}).Draw(),
	}
	for name, q := range map[string]RingRequest{
		"article ring": ArticleRing(),
		"one point":    {Locator: "ring-vnodes", Hash: "xxh3", Nodes: []string{"a"}, Vnodes: 1},
		"all leave":    {Locator: "ring-vnodes", Hash: "xxh3", Nodes: nodes[:4], Vnodes: 3, Remove: nodes[:4]},
		"26 nodes":     {Locator: "ring-vnodes", Hash: "xxh3", Nodes: nodes, Vnodes: 1, Add: []string{long}, Keys: keys[:5]},
		"many points":  {Locator: "ring-vnodes", Hash: "xxh3", Nodes: nodes[:5], Vnodes: 160, Add: []string{long}},
		"one place":    {Locator: "ring-vnodes", Hash: "identity", Nodes: []string{"a", "b", "c"}, Vnodes: 12},
	} {
		story, err := TellRing(q)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		pages[name] = story.Draw()
	}
	for name, page := range pages {
		clashes, err := page.Clashes()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, c := range clashes {
			t.Errorf("%s: %s", name, c)
		}
	}
}

// The same story gives the same bytes.
func TestDrawingIsDeterministic(t *testing.T) {
	first := ""
	for range 3 {
		story, err := TellRing(ArticleRing())
		if err != nil {
			t.Fatal(err)
		}
		svg, err := story.Draw().SVG()
		if err != nil {
			t.Fatal(err)
		}
		if first != "" && string(svg) != first {
			t.Error("another picture of the same story")
		}
		first = string(svg)
	}
}
