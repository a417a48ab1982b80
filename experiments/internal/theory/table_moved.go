package theory

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// A moveLaw is a law of the share of keys that a change of the number of equal nodes moves. Both functions get counts of
// at least 1.
type moveLaw struct {
	share func(before, after int) float64 // the mean, over many sets of nodes
	sd    func(before, after int) float64 // the standard deviation between sets of nodes, of the hash space
}

// moveLaws holds the laws of the schemes of the files table_*.go by name.
var moveLaws = map[string]moveLaw{}

// TableMoved returns the expected share of keys whose node changes when the number of equal nodes does, and the
// standard deviation of that share between sets of nodes, keys without number. Names are those of the schemes of tables:
// "binomial", "maglev-slot", "multi-probe" and "slots". An unknown name and counts below 1 are errors.
func TableMoved(name string, nodesBefore, nodesAfter int) (share, sd float64, err error) {
	law, ok := moveLaws[name]
	switch {
	case !ok:
		return 0, 0, fmt.Errorf("theory: no law of moves %q: there are %q", name, slices.Sorted(maps.Keys(moveLaws)))
	case nodesBefore < 1 || nodesAfter < 1:
		return 0, 0, fmt.Errorf("theory: from %d to %d nodes: both must be 1 or more", nodesBefore, nodesAfter)
	case nodesBefore == nodesAfter:
		return 0, 0, nil
	}
	return law.share(nodesBefore, nodesAfter), law.sd(nodesBefore, nodesAfter), nil
}

// idealMoved is the least that can be, 1 - min/max.
func idealMoved(before, after int) float64 {
	return math.Abs(float64(after-before)) / float64(max(before, after))
}

// oneNodeSD is that of the share of the nodes that come or go, d of N, whose shares have the coefficient of variation
// cv and one sum: cv/N sqrt(d (N-d)/(N-1)).
func oneNodeSD(before, after int, cv float64) float64 {
	n, d := float64(max(before, after)), math.Abs(float64(after-before))
	return cv / n * math.Sqrt(d*(n-d)/(n-1))
}
