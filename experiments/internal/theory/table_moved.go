package theory

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// movedSDs holds, by the name of a law of moves, the standard deviation between sets of nodes of the share of the hash
// space that a change of the number of equal nodes moves. Both numbers are 1 or more.
var movedSDs = map[string]func(before, after int) float64{
	"multinomial": func(int, int) float64 { return 0 },
	"spread":      func(int, int) float64 { return 0 },
}

// MovedSD returns the standard deviation, between sets of nodes, of the share of the hash space that a change of the
// number of equal nodes moves; what drawing keys adds is not in it. Names are "binomial", "maglev-slot", "multi-probe",
// "multinomial", "slots" and "spread". An unknown name and counts below 1 are errors.
func MovedSD(name string, nodesBefore, nodesAfter int) (float64, error) {
	sd, ok := movedSDs[name]
	switch {
	case !ok:
		return 0, fmt.Errorf("theory: no deviation of moves %q: there are %q", name, slices.Sorted(maps.Keys(movedSDs)))
	case nodesBefore < 1 || nodesAfter < 1:
		return 0, fmt.Errorf("theory: from %d to %d nodes: both must be 1 or more", nodesBefore, nodesAfter)
	case nodesBefore == nodesAfter:
		return 0, nil
	}
	return sd(nodesBefore, nodesAfter), nil
}

// oneNodeSD is that of the share of the d nodes that come or go of N, whose shares have the coefficient of variation cv
// and a fixed sum: cv/N sqrt(d (N-d)/(N-1)).
func oneNodeSD(before, after int, cv float64) float64 {
	n, d := float64(max(before, after)), math.Abs(float64(after-before))
	return cv / n * math.Sqrt(d*(n-d)/(n-1))
}
