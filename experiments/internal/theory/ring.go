package theory

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// A shareTheory is a law of how a hash space, or keys, are shared among nodes.
type shareTheory struct {
	vnodes bool // whether vnodes a node enter; they are otherwise ignored
	// cv returns the root mean square of the coefficient of variation, and peak the mean of max/mean. Both
	// get valid arguments: nodes >= 1, vnodes >= 1 where they enter, keys = 0 for the hash space itself.
	cv, peak func(nodes, vnodes int, keys uint64) float64
	// trough returns the mean of min/mean of the hash space itself; nil where no law is known.
	trough func(nodes, vnodes int) float64
}

// shareTheories holds the laws by name; each is registered by the file that has it.
var shareTheories = map[string]shareTheory{}

func findShares(name string, nodes, vnodes int) (shareTheory, error) {
	t, ok := shareTheories[name]
	switch {
	case !ok:
		return t, fmt.Errorf("theory: no law of shares %q: there are %q", name, slices.Sorted(maps.Keys(shareTheories)))
	case nodes < 1:
		return t, fmt.Errorf("theory: %s: %d nodes is not 1 or more", name, nodes)
	case t.vnodes && vnodes < 1:
		return t, fmt.Errorf("theory: %s: %d vnodes a node is not 1 or more", name, vnodes)
	}
	return t, nil
}

// ShareTrough returns the mean, over many sets of nodes, of the emptiest node's share of the hash space divided by the
// mean share, for nodes of equal weight. It is exact. Domains and errors are those of ShareCV, and a law without a
// trough is one.
func ShareTrough(name string, nodes, vnodes int) (float64, error) {
	t, err := findShares(name, nodes, vnodes)
	if err == nil && t.trough == nil {
		err = fmt.Errorf("theory: %s: no law of the emptiest node", name)
	}
	if err != nil {
		return 0, err
	}
	return t.trough(nodes, vnodes), nil
}

// ShareCV returns the root mean square, over many sets of nodes, of the coefficient of variation of loads
// (population form, divisor N) for nodes of equal weight. keys = 0 stands for exact shares of the hash
// space. name is "multinomial" for schemes in which a key is as likely on each node, or "dirichlet" for
// rings of independent points. An unknown name, nodes < 1, or vnodes < 1 for a ring are errors.
func ShareCV(name string, nodes, vnodes int, keys uint64) (float64, error) {
	t, err := findShares(name, nodes, vnodes)
	if err != nil {
		return 0, err
	}
	return t.cv(nodes, vnodes, keys), nil
}

// SharePeak returns the mean, over many sets of nodes, of the fullest node's load divided by the mean load,
// for nodes of equal weight. Names, domains and errors are those of ShareCV.
//
// For keys = 0 it is exact. Otherwise the counts are taken as independent, with a total that is keys on
// average instead of always: the excess over 1 is then off by a part of about 1/(8 keys), for a ring also
// 1/(8 nodes vnodes).
func SharePeak(name string, nodes, vnodes int, keys uint64) (float64, error) {
	t, err := findShares(name, nodes, vnodes)
	if err != nil {
		return 0, err
	}
	return t.peak(nodes, vnodes, keys), nil
}

// PointCollisions returns the expected number of pairs among n uniform points of the given bits that share a
// place, n (n-1) / 2^(bits+1). It is NaN for n < 0 or bits < 1.
func PointCollisions(n float64, bits int) float64 {
	if n < 0 || bits < 1 {
		return math.NaN()
	}
	return math.Ldexp(n*max(0, n-1), -bits-1)
}
