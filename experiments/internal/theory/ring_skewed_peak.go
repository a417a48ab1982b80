package theory

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
)

// The fullest of nodes whose keys are asked for by Zipf's law: rank i = 1 … K with a share of all requests that is
// proportional to i^-s, each key on one node. The node of the hottest key is mostly the fullest.

// A ZipfKeys is a catalogue of keys that are asked for by Zipf's law.
type ZipfKeys struct {
	Keys     int     // ranks, 1 or more
	Exponent float64 // 0 or more
}

// A rank range is some ranks in a row, of nearly the same share.
type rankRange struct{ count, least, most float64 }

// singleRanks is how many ranks stand alone; beyond, a range has a part of the rank it begins with.
const (
	singleRanks = 300
	rankStep    = 1.02
)

// shares returns all shares.
func (z ZipfKeys) shares() ([]float64, error) {
	if z.Keys < 1 || !(z.Exponent >= 0) || math.IsInf(z.Exponent, 1) {
		return nil, fmt.Errorf("theory: %d keys by Zipf's law of exponent %v: want 1 or more, and 0 or more", z.Keys, z.Exponent)
	}
	shares, sum := make([]float64, z.Keys), 0.0
	for i := z.Keys - 1; i >= 0; i-- { // small ones first, for the digits
		shares[i] = math.Pow(float64(i+1), -z.Exponent)
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares, nil
}

// ranges returns the shares in falling order, in ranges.
func ranges(shares []float64) (all []rankRange) {
	for from := 0; from < len(shares); {
		to := from + 1
		if from >= singleRanks {
			to = min(len(shares), int(float64(from)*rankStep)+1)
		}
		all = append(all, rankRange{float64(to - from), shares[to-1], shares[from]})
		from = to
	}
	return all
}

// A sweep is how the law of a node's share is integrated: in so many points, over so many standard deviations below and
// above the mean.
type sweep struct {
	points       int
	below, above float64
}

// wideSweep is for the tails, narrowSweep for means.
var (
	wideSweep   = sweep{48, 11, 15}
	narrowSweep = sweep{16, 6, 7}
)

// A shareOf is a share of the hash space that a node may have, and how likely it is.
type shareOf struct{ share, chance float64 }

// nodeShares returns the law of a node's share of the hash space in points that integrate it, for "multinomial" and
// "dirichlet"; hot is of the node that has a given key, which a node has with its share for chance: Beta(V+1, V(N-1))
// instead of Beta(V, V(N-1)).
func nodeShares(name string, nodes, vnodes int, over sweep, hot bool) ([]shareOf, error) {
	if _, err := findShares(name, nodes, vnodes); err != nil {
		return nil, err
	}
	n, v := float64(nodes), float64(vnodes)
	switch {
	case nodes < 2:
		return nil, fmt.Errorf("theory: %d nodes is not 2 or more", nodes)
	case name == "multinomial":
		return []shareOf{{1 / n, 1}}, nil
	case name != "dirichlet":
		return nil, fmt.Errorf("theory: %s: no law of the fullest node where keys are asked for unlike", name)
	}
	beta := distuv.Beta{Alpha: v, Beta: v * (n - 1)}
	if hot {
		beta.Alpha++
	}
	mean, sd := beta.Mean(), beta.StdDev()
	at, weight := make([]float64, over.points), make([]float64, over.points)
	quad.Legendre{}.FixedLocations(at, weight, max(0, mean-over.below*sd), min(1, mean+over.above*sd))
	list, sum := make([]shareOf, over.points), 0.0
	for i := range at {
		list[i] = shareOf{at[i], weight[i] * beta.Prob(at[i])}
		sum += list[i].chance
	}
	for i := range list {
		list[i].chance /= sum
	}
	return list, nil
}

// SkewedPeakBand returns a band that holds, with probability 1 - alpha or more, the load of the fullest of equal nodes
// divided by the mean, where keys are asked for by Zipf's law.
//
// A node of share s bears L = sum of c_k B_k, where c_k is the share of key k and the B_k are independent Bernoulli(s). The
// upper end is the union bound over nodes of Chernoff's, N E[exp(tL)] exp(-tx) = alpha/2, at the best t. The fullest node
// bears at least what the hottest key's node does, c_1 + X, so the lower end is Chernoff's of that, and no less than
// c_1 and the mean. Both are bounds and no approximations: they hold more often than they say. name is "multinomial" or
// "dirichlet"; other laws, nodes < 2, and alpha outside (0, 1) are errors.
func SkewedPeakBand(name string, nodes, vnodes int, z ZipfKeys, alpha float64) (low, high float64, err error) {
	shares, err := z.shares()
	if err != nil {
		return 0, 0, err
	}
	if err := checkAlpha(alpha); err != nil {
		return 0, 0, err
	}
	each, err := nodeShares(name, nodes, vnodes, wideSweep, false)
	if err != nil {
		return 0, 0, err
	}
	hot, err := nodeShares(name, nodes, vnodes, wideSweep, true)
	if err != nil {
		return 0, 0, err
	}
	n := float64(nodes)
	all, others := ranges(shares), ranges(shares[1:])
	above := func(t float64) float64 { return (logMoment(each, all, t) + math.Log(2*n/alpha)) / t }
	below := func(t float64) float64 { return (logMoment(hot, others, -t) + math.Log(2/alpha)) / t }
	high = least(above, 1, 1e7)
	low = max(shares[0], shares[0]-least(below, 1, 1e7), 1/n)
	return n * low, n * high, nil
}

// logMoment returns the logarithm of E[exp(tL)], or of a bound above it: ranges count with the share that makes it
// larger.
func logMoment(law []shareOf, keys []rankRange, t float64) float64 {
	logs, top := make([]float64, len(law)), math.Inf(-1)
	grow := make([]float64, len(keys))
	for k, r := range keys {
		share := r.most
		if t < 0 {
			share = r.least
		}
		grow[k] = math.Expm1(t * share)
	}
	for i, s := range law {
		logs[i] = math.Log(s.chance)
		for k, r := range keys {
			logs[i] += r.count * math.Log1p(s.share*grow[k])
		}
		top = max(top, logs[i])
	}
	sum := 0.0
	for _, l := range logs {
		sum += math.Exp(l - top)
	}
	return top + math.Log(sum)
}

// least returns the least value of f between low and high, which falls to one place and rises from there on, by golden
// section on the logarithm. Values that are too large for a float are as good as infinite.
func least(f func(float64) float64, low, high float64) float64 {
	at := func(u float64) float64 {
		if v := f(math.Exp(u)); !math.IsNaN(v) {
			return v
		}
		return math.Inf(1)
	}
	const golden = 0.6180339887498949
	a, b := math.Log(low), math.Log(high)
	c, d := b-golden*(b-a), a+golden*(b-a)
	atC, atD := at(c), at(d)
	for b-a > 1e-6 {
		if atC <= atD { // where both are infinite the place lies below
			b, d, atD = d, c, atC
			c = b - golden*(b-a)
			atC = at(c)
		} else {
			a, c, atC = c, d, atD
			d = a + golden*(b-a)
			atD = at(d)
		}
	}
	return min(atC, atD)
}
