package theory

import (
	"fmt"
	"math"
)

// ReplacedShare returns the expected share of keys that move where one of N equal nodes leaves and another joins, in a
// scheme that is monotone and whose mapping is a function of the set of nodes: 2/(N+1). Among both nodes and the N-1 that
// stay, a key whose owner stays is where it was before and after, since neither node takes a key from it by leaving or
// gives one by joining; a key whose owner is one of the two moves. It is an error for N below 1.
func ReplacedShare(nodes int) (float64, error) {
	if nodes < 1 {
		return 0, fmt.Errorf("theory: %d nodes is not 1 or more", nodes)
	}
	return 2 / float64(nodes+1), nil
}

// MovedByVnodesSD returns the standard deviation, between rings, of the share of the hash space that MovedByVnodes is the
// mean of. Points that come fall into the arcs of others as Polya's urn draws: their number M is beta-binomial with
// parameters S - V and V of d draws; and M of the S+d arcs together are Beta(M, S+d-M). It is NaN outside of the domain.
func MovedByVnodesSD(own, d, total float64) float64 {
	if !(own >= 1 && total >= own && own+d >= 1) {
		return math.NaN()
	}
	if d < 0 {
		return MovedByVnodesSD(own+d, -d, total+d)
	}
	all := total + d
	mean := d * (total - own) / total
	variance := d * own / total * (total - own) / total * all / (total + 1)
	within := (mean*all - mean*mean - variance) / (all * all * (all + 1)) // mean of M (S' - M) / (S'^2 (S'+1))
	return math.Sqrt(within + variance/(all*all))
}

// ShiftMoved returns the share of keys that move where node number at of N leaves a scheme that gives node i the i-th of N
// equal stretches of the hash space: those after it are renumbered. It is exact. Errors: N below 2, or at outside 0 … N-1.
func ShiftMoved(nodes, at int) (float64, error) {
	if nodes < 2 || at < 0 || at >= nodes {
		return 0, fmt.Errorf("theory: number %d of %d nodes cannot leave", at, nodes)
	}
	n, m, kept := float64(nodes), float64(nodes-1), 0.0
	for i := range nodes {
		now := float64(i)
		switch {
		case i == at:
			continue
		case i > at:
			now--
		}
		kept += max(0, min(float64(i+1)/n, (now+1)/m)-max(float64(i)/n, now/m))
	}
	return 1 - kept, nil
}
