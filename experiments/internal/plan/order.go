package plan

import (
	"cmp"
	"slices"

	"hashlab/experiments/internal/record"
)

// shuffleBlocks orders timed points by process, and in it as randomised complete blocks: all points of one
// block, which is the seed, before those of the next, and within a block in an order that its number fixes. Points whose
// factors agree in "setup" stay together, since they share what is costly to set up.
func shuffleBlocks(points []Point) {
	place := func(p Point, by string) uint64 { return record.Random("order of a block", p.Seed, by).Uint64() }
	type keyed struct {
		point        Point
		group, place uint64
	}
	all := make([]keyed, len(points))
	for i, p := range points {
		all[i] = keyed{p, place(p, setupOf(p)), place(p, Factors(p.Factors).String())}
	}
	slices.SortFunc(all, func(a, b keyed) int {
		switch {
		case a.point.Process != b.point.Process:
			return cmp.Compare(a.point.Process, b.point.Process)
		case a.point.Seed != b.point.Seed:
			return cmp.Compare(a.point.Seed, b.point.Seed)
		case a.group != b.group:
			return cmp.Compare(a.group, b.group)
		}
		return cmp.Compare(a.place, b.place)
	})
	for i, k := range all {
		points[i] = k.point
	}
}

// setupOf names the structure that a timed point works on.
func setupOf(p Point) string {
	f := NewFactors()
	for _, factor := range []string{"filter", "locator", "hash", "n", "nodes"} {
		if level, ok := p.Factors[factor]; ok {
			f[factor] = level
		}
	}
	return f.String()
}
