package keys

import (
	"fmt"
	"slices"
	"testing"
)

func TestNodes(t *testing.T) {
	for _, c := range []struct {
		count int
		seed  uint64
		want  []string
	}{
		{3, 0, []string{"server-00000", "server-00001", "server-00002"}},
		{2, 1, []string{"server-940578789", "server-940578790"}},
		{0, 1, nil},
		{-1, 1, nil},
	} {
		t.Run(fmt.Sprintf("count=%d/seed=%d", c.count, c.seed), func(t *testing.T) {
			if got := Nodes(c.count, c.seed); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// Twenty seeds of a thousand nodes share no id: a figure over seeds is one over independent sets.
func TestNodesDifferBySeed(t *testing.T) {
	seen := map[string]uint64{}
	for seed := range uint64(20) {
		for _, id := range Nodes(1000, seed) {
			if before, taken := seen[id]; taken {
				t.Fatalf("seed %d and seed %d share %s", before, seed, id)
			}
			seen[id] = seed
		}
	}
}

func TestNodesFromFile(t *testing.T) {
	const content = "cache-a\n\ncache-b,2.5\r\n cache c , 1e3 \ncache-d,1"
	for name, content := range map[string]string{"plain": content, "gzip": pack(t, content)} {
		t.Run("case="+name, func(t *testing.T) {
			ids, weights, err := NodesFromFile(write(t, "nodes", content))
			if err != nil {
				t.Fatal(err)
			}
			if want := []string{"cache-a", "cache-b", "cache c", "cache-d"}; !slices.Equal(ids, want) {
				t.Errorf("ids: got %q, want %q", ids, want)
			}
			if want := []float64{1, 2.5, 1000, 1}; !slices.Equal(weights, want) {
				t.Errorf("weights: got %v, want %v", weights, want)
			}
		})
	}
}

func TestNodesFromFileErrors(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"empty", "", "has no nodes"},
		{"blank lines only", "\n \n", "has no nodes"},
		{"duplicate", "a\nb,2\n\na,3\n", `line 4: node id "a" is on line 1 already`},
		{"empty id", "a\n,2\n", "line 2: node id is empty"},
		{"weight 0", "a,0\n", `line 1: weight "0" of node "a"`},
		{"negative weight", "a\nb,-1\n", `line 2: weight "-1" of node "b"`},
		{"weight not a number", "a,heavy\n", `weight "heavy" of node "a"`},
		{"NaN", "a,nan\n", `weight "nan" of node "a"`},
		{"infinite", "a,inf\n", `weight "inf" of node "a"`},
		{"too large", "a,1e999\n", `weight "1e999" of node "a"`},
		{"no weight", "a,\n", `weight "" of node "a"`},
		{"two weights", "a,1,2\n", `weight "1,2" of node "a"`},
	} {
		t.Run("case="+c.name, func(t *testing.T) {
			path := write(t, "nodes", c.content)
			ids, weights, err := NodesFromFile(path)
			checkError(t, err, path, c.want)
			if ids != nil || weights != nil {
				t.Errorf("got %q and %v beside the error", ids, weights)
			}
		})
	}
	_, _, err := NodesFromFile("nowhere")
	checkError(t, err, "nowhere", "no such file")
}
