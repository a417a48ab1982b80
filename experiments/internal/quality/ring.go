package quality

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"hashlab/experiments/internal/stats"
	"hashlab/experiments/internal/theory"
)

// A ring is so many nodes with so many vnodes each.
type ring struct{ nodes, vnodes int }

// labels are shapes of what is hashed for vnode v of node s, as programs have them.
var labels = []struct {
	name   string
	append func(dst []byte, s, v int) []byte
}{
	{"server-S:V", func(dst []byte, s, v int) []byte { return fmt.Appendf(dst, "server-%d:%d", s, v) }},
	{"V server-S", func(dst []byte, s, v int) []byte { return fmt.Appendf(dst, "%d server-%d", v, s) }},
	{"10.0.0.S:6379-V", func(dst []byte, s, v int) []byte { return fmt.Appendf(dst, "10.0.0.%d:6379-%d", s, v) }},
	{"node-000S#000V", func(dst []byte, s, v int) []byte { return fmt.Appendf(dst, "node-%04d#%04d", s, v) }},
	{"S_V", func(dst []byte, s, v int) []byte {
		return strconv.AppendInt(append(strconv.AppendInt(dst, int64(s), 10), '_'), int64(v), 10)
	}},
}

// ringShares places vnodes by each label shape and compares the coefficient of variation of the nodes' shares
// of the ring with that of independent points, sqrt((N-1)/(NV+1)).
//
// Its square is taken for a scaled chi-square variate. Shares are nearly Gamma(V) variates, whose fourth moment
// makes the variance of the square larger by 1 + 3/V, so that N-1 degrees of freedom count for fewer. With 64
// nodes of 160 vnodes a coefficient 1.55 times that of theory is found.
func ringShares(s subject, a amount) ([]finding, error) {
	var found []finding
	for _, r := range a.rings {
		for _, label := range labels {
			f, err := ringShare(s, r, label.name, label.append)
			if err != nil {
				return nil, err
			}
			found = append(found, f)
		}
	}
	return found, nil
}

func ringShare(s subject, r ring, name string, label func([]byte, int, int) []byte) (finding, error) {
	want, err := theory.ShareCV("dirichlet", r.nodes, r.vnodes, 0)
	if err != nil {
		return finding{}, err
	}
	d := float64(r.nodes-1) / (1 + 3/float64(r.vnodes))
	ratio := shareCV(s, r, label) / want
	return finding{
		Result: Result{Test: RingShare, Keys: "labels " + name,
			Detail: fmt.Sprintf("%d nodes of %d vnodes", r.nodes, r.vnodes), N: r.nodes * r.vnodes,
			Statistic: ratio, Expected: 1, P: twoSided(chiSquareZ(ratio*ratio*d, d))},
		limits: func(alpha float64) (low, high float64) {
			z := normalLimit(alpha)
			return math.Sqrt(chiSquareOf(-z, d) / d), math.Sqrt(chiSquareOf(z, d) / d)
		},
	}, nil
}

// shareCV returns the coefficient of variation of the nodes' shares of the ring. A point owns what lies between
// it and the point before.
func shareCV(s subject, r ring, label func([]byte, int, int) []byte) float64 {
	type point struct {
		at   uint64
		node int
	}
	points := make([]point, 0, r.nodes*r.vnodes)
	var buf []byte
	for node := range r.nodes {
		for v := range r.vnodes {
			buf = label(buf[:0], node, v)
			points = append(points, point{s.wide.Bytes(buf), node})
		}
	}
	slices.SortFunc(points, func(a, b point) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.node, b.node)) })
	shares := make([]float64, r.nodes)
	before := points[len(points)-1].at
	for _, p := range points {
		shares[p.node] += float64(p.at - before) // goes round at 0
		before = p.at
	}
	if points[0].at == before { // all in one place, whose first point owns the whole ring
		shares[points[0].node] = 1
	}
	loads, _ := stats.NewLoads(shares, nil) // the shares are finite, and one is above 0
	return loads.CV()
}
