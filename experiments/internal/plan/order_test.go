package plan

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/experiments/internal/record"
)

// timed returns the points of a design of setups × operations × blocks.
func timed(setups, operations, blocks int) []Point {
	var points []Point
	for block := range blocks {
		for s := range setups {
			for o := range operations {
				f := NewFactors("filter", "f", "n", 10+s, "op", o)
				points = append(points, Point{Key: record.Key{Experiment: "throughput", Factors: f, Seed: uint64(1 + block)}})
			}
		}
	}
	return points
}

func ids(points []Point) []string {
	var all []string
	for _, p := range points {
		all = append(all, p.ID())
	}
	return all
}

func TestShuffleBlocks(t *testing.T) {
	const setups, operations, blocks = 12, 5, 6
	points := timed(setups, operations, blocks)
	shuffled := slices.Clone(points)
	shuffleBlocks(shuffled)

	if diff := cmp.Diff(slices.Sorted(slices.Values(ids(points))), slices.Sorted(slices.Values(ids(shuffled)))); diff != "" {
		t.Errorf("it is no permutation:\n%s", diff)
	}
	var orders, within []string
	for block := range blocks {
		part := shuffled[block*setups*operations : (block+1)*setups*operations]
		order, inside := "", ""
		for i := 0; i < len(part); i += operations {
			for _, p := range part[i : i+operations] {
				if p.Seed != uint64(1+block) {
					t.Errorf("a point of block %d runs among those of block %d", p.Seed, 1+block)
				}
				if setupOf(p) != setupOf(part[i]) {
					t.Errorf("block %d: %s runs amid the group %s", 1+block, setupOf(p), setupOf(part[i]))
				}
				inside += p.Factors["op"]
			}
			order += part[i].Factors["n"] + " "
		}
		orders, within = append(orders, order), append(within, inside)
	}
	// By chance two orders of 12 groups agree with probability 1/12! = 2e-9, any two of 6 blocks with 4e-8.
	if n := len(slices.Compact(slices.Sorted(slices.Values(orders)))); n != blocks {
		t.Errorf("got %d different orders of groups in %d blocks: %q", n, blocks, orders)
	}
	if n := len(slices.Compact(slices.Sorted(slices.Values(within)))); n != blocks {
		t.Errorf("got %d different orders inside the groups of %d blocks: %q", n, blocks, within)
	}
}

// The order is a function of the points alone: it depends neither on how they came nor on the other blocks.
func TestShuffleBlocksIsDeterministic(t *testing.T) {
	want := timed(7, 3, 3)
	shuffleBlocks(want)
	got := timed(7, 3, 3)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
	shuffleBlocks(got)
	if diff := cmp.Diff(ids(want), ids(got)); diff != "" {
		t.Errorf("from another order: want -, got +:\n%s", diff)
	}
	first := timed(7, 3, 1)
	shuffleBlocks(first)
	if diff := cmp.Diff(ids(want)[:len(first)], ids(first)); diff != "" {
		t.Errorf("one block alone: want -, got +:\n%s", diff)
	}
}

// Every place in a block must come to every group about equally often, or drift within a block would favour
// some. With 4 groups in 4000 blocks each of 16 cells counts a binomial of mean 1000 and standard deviation
// 27.4; the bound of 6 standard deviations is crossed in any cell with probability 3e-8, and shows shares that
// are off by a sixth.
func TestShuffleBlocksIsFair(t *testing.T) {
	const groups, blocks = 4, 4000
	points := timed(groups, 1, blocks)
	shuffleBlocks(points)
	counts := map[[2]string]int{}
	for i, p := range points {
		counts[[2]string{p.Factors["n"], string(rune('0' + i%groups))}]++
	}
	if len(counts) != groups*groups {
		t.Errorf("got %d of %d cells", len(counts), groups*groups)
	}
	for cell, n := range counts {
		if n < 836 || n > 1164 {
			t.Errorf("group %s at place %s: got %d times in %d blocks, want 1000 ± 164", cell[0], cell[1], n, blocks)
		}
	}
}
