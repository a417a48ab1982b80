package consistenttest

import (
	"errors"
	"fmt"
	"math"

	"hashlab/impl/consistent"
)

// falseAlarm is the chance that a statistical check fails a locator that keeps its promise.
const falseAlarm = 1e-9

// weightsProportional demands that the share of each node's words is as its weight. With 1000 points a node a share
// may stray by about a quarter at weight 1, without points by about 6 %; a larger error is found.
func weightsProportional(s subject) error {
	nodes := []consistent.Node{{ID: "a", Weight: 1}, {ID: "b", Weight: 2}, {ID: "c", Weight: 0.5}, {ID: "d", Weight: 3}, {ID: "e", Weight: 1}}
	var o consistent.Options
	switch {
	case s.FixedTotal:
		o.Vnodes = 7500
	case s.Vnodes:
		o.Vnodes = 1000
	}
	hs := sample(100_000)
	l, err := s.build(o, nodes[:4])
	if err != nil {
		return err
	}
	if err := l.Add(nodes[4].ID, nodes[4].Weight); err != nil { // by Add, since weights count there too
		return err
	}
	points := math.Inf(1)
	if ring, ok := l.(consistent.Pointed); ok {
		points = float64(len(ring.Points()))
	} else if s.Vnodes {
		points = 7500
	}
	counts := map[string]float64{}
	ids, err := owners(l, hs)
	if err != nil {
		return err
	}
	for _, id := range ids {
		counts[id]++
	}
	for _, n := range nodes {
		low, high := shareBand(n.Weight/7.5, points, float64(len(hs)), falseAlarm/float64(len(nodes)))
		if got := counts[n.ID] / float64(len(hs)); got < low || got > high {
			return fmt.Errorf("share of %q is %.4f with weight %v of 7.5, want %.4f to %.4f", n.ID, got, n.Weight, low, high)
		}
	}
	return nil
}

// shareBand returns a band that holds the share of keys of a node which has a part p of all points, or of an
// ideal one where points is infinite, but for a chance of alpha. It joins two Chernoff bounds: the arcs of
// the node leave [x0, x1] with a chance of at most 2 exp(-points KL(p, x)), since they follow
// Beta(p points, (1-p) points), and the keys leave the band around x0 and x1 with one of at most
// 2 exp(-keys KL(y, x)).
func shareBand(p, points, keys, alpha float64) (low, high float64) {
	limit := math.Log(4 / alpha)
	arc0, arc1 := p, p
	if !math.IsInf(points, 1) {
		arc0 = bisect(p, 0, func(x float64) bool { return points*divergence(p, x) < limit })
		arc1 = bisect(p, 1, func(x float64) bool { return points*divergence(p, x) < limit })
	}
	low = bisect(arc0, 0, func(y float64) bool { return keys*divergence(y, arc0) < limit })
	high = bisect(arc1, 1, func(y float64) bool { return keys*divergence(y, arc1) < limit })
	return low, high
}

// divergence is the Kullback-Leibler divergence of Bernoulli(p) from Bernoulli(q).
func divergence(p, q float64) float64 {
	return p*math.Log(p/q) + (1-p)*math.Log((1-p)/(1-q))
}

// bisect returns the end of the values for which inside holds, on the way from one where it does to one
// where it does not.
func bisect(inside, outside float64, holds func(float64) bool) float64 {
	for range 60 {
		if middle := (inside + outside) / 2; holds(middle) {
			inside = middle
		} else {
			outside = middle
		}
	}
	return outside
}

// weightsRefused demands that a scheme without weights takes no other than 1.
func weightsRefused(s subject) error {
	for _, weight := range []float64{2, 0.5, math.Nextafter(1, 2), math.MaxFloat64, math.SmallestNonzeroFloat64} {
		bad := append(unitNodes(3), consistent.Node{ID: "x", Weight: weight})
		_, err := s.build(consistent.Options{}, bad)
		if !errors.Is(err, consistent.ErrWeight) && !errors.Is(err, consistent.ErrUnsupported) {
			return fmt.Errorf("constructor with weight %v: got error %v, want one about the weight", weight, err)
		}
		l, err := s.plain(3)
		if err != nil {
			return err
		}
		want := consistent.ErrWeight
		if errors.Is(l.Add("x", weight), consistent.ErrUnsupported) {
			want = consistent.ErrUnsupported
		}
		add := func() error { return l.Add("x", weight) }
		if err := refused(l, fmt.Sprintf("Add of weight %v", weight), want, add); err != nil {
			return err
		}
	}
	return nil
}

// balance demands even shares of a scheme whose counts are multinomial: Pearson's chi-square over 11 nodes
// and 100,000 words. It finds a node whose share is off by about 7 % with a chance of one half.
func balance(s subject) error {
	const nodes, words = 11, 100_000
	l, err := s.plain(nodes)
	if err != nil {
		return err
	}
	var counts [nodes]float64
	for _, h := range sample(words)[len(sample(0)):] {
		at := l.Locate(h)
		if at < 0 || at >= nodes {
			return fmt.Errorf("Locate(%#x) = %d with %d nodes", h, at, nodes)
		}
		counts[at]++
	}
	mean, chi2 := float64(words)/nodes, 0.0
	for _, c := range counts {
		chi2 += (c - mean) * (c - mean) / mean
	}
	if p := chiSquareTail10(chi2); p < falseAlarm {
		return fmt.Errorf("chi-square %.1f at 10 degrees of freedom, p = %.2g: counts %v", chi2, p, counts)
	}
	return nil
}

// chiSquareTail10 is the chance that chi-square at 10 degrees of freedom exceeds x: a sum of five Poisson
// terms, as for any even number of degrees.
func chiSquareTail10(x float64) float64 {
	term, sum := 1.0, 1.0
	for i := 1; i < 5; i++ {
		term *= x / 2 / float64(i)
		sum += term
	}
	return math.Exp(-x/2) * sum
}
