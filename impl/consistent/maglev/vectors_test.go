package maglev

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
	"hashlab/impl/hash"
	_ "hashlab/impl/hash/xx"
)

func ones(n int) []float64 {
	weights := make([]float64, n)
	for i := range weights {
		weights[i] = 1
	}
	return weights
}

// TestTables holds published tables of seven entries; a permutation is written as its start and step.
func TestTables(t *testing.T) {
	dgryski, paper := []walk{{2, 4}, {0, 5}, {1, 2}}, []walk{{3, 4}, {0, 2}, {3, 1}}
	for name, test := range map[string]struct {
		walks []walk
		want  []int32
	}{
		"dgryski/go-maglev":           {dgryski, []int32{1, 2, 0, 2, 0, 1, 0}},
		"dgryski/go-maglev without 1": {[]walk{dgryski[0], dgryski[2]}, []int32{0, 1, 0, 1, 0, 1, 0}}, // node 2 is 1 here
		"paper":                       {paper, []int32{1, 0, 1, 0, 2, 2, 0}},
		"paper without 1":             {[]walk{paper[0], paper[2]}, []int32{0, 0, 0, 0, 1, 1, 1}},
		"envoy, addresses":            {envoyWalks(t, "127.0.0.1:"), []int32{2, 4, 0, 1, 5, 0, 3}},
		"envoy, names":                {envoyWalks(t, ""), []int32{2, 5, 0, 3, 4, 1, 0}},
	} {
		if got := takeTurns(7, slices.Clone(test.walks), ones(len(test.walks))); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", name, got, test.want)
		}
	}
}

// envoyWalks are those of Envoy's maglev_lb_test.cc for hosts prefix90 … prefix95: the start from XXH64 of seed 0, the
// step from that of seed 1.
func envoyWalks(t *testing.T, prefix string) []walk {
	t.Helper()
	e, err := hash.Find("xxh64")
	if err != nil {
		t.Fatal(err)
	}
	var seeded [2]hash.Hash
	for seed := range seeded {
		if seeded[seed], err = e.New(uint64(seed)); err != nil {
			t.Fatal(err)
		}
	}
	var walks []walk
	for port := 90; port < 96; port++ {
		id := fmt.Sprint(prefix, port)
		walks = append(walks, walk{int(seeded[0].String(id) % 7), int(seeded[1].String(id)%6) + 1})
	}
	return walks
}

// TestWeights holds Envoy's counts at M = 65537: the project's reference.
func TestWeights(t *testing.T) {
	walks := make([]walk, 3)
	for i := range walks {
		walks[i] = newWalk(hash.Fmix64(uint64(i)+1), registeredM)
	}
	var counts [3]int
	for _, node := range takeTurns(registeredM, walks, []float64{1, 2, 3}) {
		counts[node]++
	}
	if want := [3]int{10923, 21846, 32768}; counts != want {
		t.Errorf("entries at weights 1, 2, 3: got %v, want %v", counts, want)
	}
}

// TestExtremeWeights: every node has an entry, and filling ends, however weights differ.
func TestExtremeWeights(t *testing.T) {
	for _, weights := range [][]float64{{5e-324, 1.7e308}, {1.7e308, 1.7e308, 1}, {1e-300, 1e-300}} {
		walks := make([]walk, len(weights))
		for i := range walks {
			walks[i] = newWalk(hash.Fmix64(uint64(i)+1), 1009)
		}
		counts := make([]int, len(weights))
		for _, node := range takeTurns(1009, walks, weights) {
			counts[node]++
		}
		if slices.Min(counts) < 1 {
			t.Errorf("weights %v: entries %v, want one each at least", weights, counts)
		}
		if weights[0] == weights[1] && counts[0]-counts[1] > 1 {
			t.Errorf("weights %v: entries %v, want equal ones for equal weights", weights, counts)
		}
	}
}

// TestWalkDoesNotOverflow is case R48: j skip exceeds 32 bits at M = 131071.
func TestWalkDoesNotOverflow(t *testing.T) {
	const m = 131071
	w := walk{at: 5, skip: 131069}
	for j := uint64(0); j < m; j++ {
		if want := int((5 + j*131069) % m); w.at != want {
			t.Fatalf("step %d is at %d, want %d", j, w.at, want)
		}
		w.step(m)
	}
	if w.at != 5 {
		t.Errorf("after %d steps the walk is at %d, want its start", m, w.at)
	}
}

// TestWalkInRange is case R33: hashes at the edges give a place and a step in range.
func TestWalkInRange(t *testing.T) {
	for _, h := range []uint64{0, 0x80000000, 1 << 63, 1<<64 - 1} {
		for _, m := range []int{2, 7, registeredM, maxM} {
			if w := newWalk(h, m); w.at < 0 || w.at >= m || w.skip < 1 || w.skip >= m {
				t.Errorf("hash %#x M=%d: walk %+v", h, m, w)
			}
		}
	}
}

var byBytes = consistenttest.Func(func(key []byte) uint64 {
	h := uint64(len(key))
	for _, b := range key {
		h = hash.Fmix64(h ^ uint64(b)<<56)
	}
	return h
})

func unitNodes(n int) []consistent.Node {
	nodes := make([]consistent.Node, n)
	for i := range nodes {
		nodes[i] = consistent.Node{ID: fmt.Sprintf("node-%d", i), Weight: 1}
	}
	return nodes
}

// TestSizes is cases R49 and R50: M must be prime, and no smaller than N.
func TestSizes(t *testing.T) {
	o := consistent.Options{Hash: byBytes}
	for name, build := range map[string]func(m, n int) (consistent.Locator, error){
		"maglev":                 func(m, n int) (consistent.Locator, error) { return NewMaglev(o, m, unitNodes(n)) },
		"maglev-slot-rendezvous": func(m, n int) (consistent.Locator, error) { return NewSlotRendezvous(o, m, unitNodes(n)) },
	} {
		for _, test := range []struct {
			m, n int
			want string
		}{{8, 1, "8"}, {0, 0, "0"}, {-7, 1, "-7"}, {1, 1, "1"}, {65536, 1, "65536"}, {7, 8, "7"}, {1 << 31, 1, "2147483648"}} {
			_, err := build(test.m, test.n)
			if !errors.Is(err, consistent.ErrOptions) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: M=%d N=%d: got error %v, want ErrOptions that names %s", name, test.m, test.n, err, test.want)
			}
		}
		l, err := build(7, 7)
		if err != nil {
			t.Fatalf("%s: M=7 N=7: %v", name, err)
		}
		if err := l.Add("eighth", 1); !errors.Is(err, consistent.ErrOptions) || len(l.Nodes()) != 7 {
			t.Errorf("%s: the eighth node at M=7: got error %v and %d nodes, want ErrOptions and 7", name, err, len(l.Nodes()))
		}
	}
	for m, want := range map[int]bool{2: true, 3: true, 4: false, 9: false, registeredM: true, 655373: true, maxM: true} {
		if got := isPrime(m); got != want {
			t.Errorf("isPrime(%d) = %v, want %v", m, got, want)
		}
	}
}

// TestOrderOfNodes is case R15: the table depends on the set of nodes alone.
func TestOrderOfNodes(t *testing.T) {
	var tables [2][]int32
	for i, ids := range [][]string{{"a", "b", "c"}, {"c", "a", "b"}} {
		var nodes []consistent.Node
		for _, id := range ids {
			nodes = append(nodes, consistent.Node{ID: id, Weight: 1})
		}
		m, err := NewMaglev(consistent.Options{Hash: byBytes}, 7, nodes)
		if err != nil {
			t.Fatal(err)
		}
		tables[i] = m.entries
	}
	if !slices.Equal(tables[0], tables[1]) {
		t.Errorf("tables %v and %v differ", tables[0], tables[1])
	}
}

func TestBytes(t *testing.T) {
	m, err := NewMaglev(consistent.Options{Hash: byBytes}, registeredM, unitNodes(2))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := m.Bytes(), int64(2*24+4*registeredM); got != want {
		t.Errorf("Bytes() = %d with two nodes, want %d", got, want)
	}
}
