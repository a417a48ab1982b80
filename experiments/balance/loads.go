package balance

import (
	"context"
	"fmt"
	"slices"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/consistent"
)

// arcs returns the exact share of the hash space that each node owns, from the points that the ring shows.
func arcs(d design, o consistent.Options, nodes []consistent.Node) (outcome, error) {
	l, err := d.entry.New(o, nodes)
	if err != nil {
		return outcome{}, err
	}
	ring, ok := l.(consistent.Pointed)
	if !ok {
		return outcome{}, fmt.Errorf("locator %s shows no points: arc shares need them", d.entry.Name)
	}
	points := ring.Points()
	out := outcome{nodes: l.Nodes(), loads: make([]float64, len(nodes)), points: pointsOf(points, len(nodes))}
	if points[0].Hash == points[len(points)-1].Hash { // one place: its first point owns the whole circle
		out.loads[points[0].Node] = 1
		return out, nil
	}
	before := points[len(points)-1].Hash
	for _, p := range points {
		out.loads[p.Node] += float64(p.Hash - before) // modulo 2^64, so the first arc wraps
		before = p.Hash
	}
	return out, nil
}

func pointsOf(points []consistent.Point, nodes int) []int {
	of := make([]int, nodes)
	for _, p := range points {
		of[p.Node]++
	}
	return of
}

// stream returns the keys that the seed picks.
func (d design) stream(s plan.Scope, seed uint64) (keys.Stream, error) {
	class, err := s.Class(d.class)
	if err != nil {
		return nil, err
	}
	in, _, err := class.Split(d.keys, 0, seed)
	return in, err
}

// rates returns how often each key is asked for, as shares of all requests; nil where all are asked for alike. It also
// returns the number of keys, asked for alike, that would scatter as much: 1 over the sum of the squared shares.
func (d design) rates() (rates []float64, effective float64, err error) {
	if d.zipf == 0 {
		return nil, float64(d.keys), nil
	}
	z, err := keys.NewZipf(int(d.keys), d.zipf)
	if err != nil {
		return nil, 0, err
	}
	rates, squares := make([]float64, d.keys), 0.0
	for rank := range rates {
		rates[rank] = z.Share(rank)
		squares += rates[rank] * rates[rank]
	}
	return rates, 1 / squares, nil
}

// loads returns how many of the keys that the seed picks each node gets, or which share of the requests for them.
func loads(ctx context.Context, s plan.Scope, d design, o consistent.Options, nodes []consistent.Node, seed uint64) (outcome, error) {
	l, err := d.entry.Keyed(o, nodes)
	if err != nil {
		return outcome{}, err
	}
	in, err := d.stream(s, seed)
	if err != nil {
		return outcome{}, err
	}
	rates, effective, err := d.rates()
	if err != nil {
		return outcome{}, err
	}
	out := outcome{nodes: l.Nodes(), loads: make([]float64, len(nodes)), effective: effective}
	if d.weights != nil && d.entry.New != nil {
		if out.points, err = shownPoints(d, o, nodes); err != nil {
			return outcome{}, err
		}
	}
	var owners [1024]int32
	err = keys.Each(ctx, in, func(from uint64, keys [][]byte) error {
		l.LocateAll(owners[:], keys)
		for i, node := range owners[:len(keys)] {
			if rates != nil {
				out.loads[node] += rates[from+uint64(i)]
				continue
			}
			out.loads[node]++
		}
		return nil
	})
	return out, err
}

// shownPoints returns the points of each node, nil where the locator shows none.
func shownPoints(d design, o consistent.Options, nodes []consistent.Node) ([]int, error) {
	l, err := d.entry.New(o, nodes)
	if err != nil {
		return nil, err
	}
	if ring, ok := l.(consistent.Pointed); ok {
		return pointsOf(ring.Points(), len(nodes)), nil
	}
	return nil, nil
}

// copies returns how many copies of the keys each node gets, and counts the keys whose copies are not what was asked for.
func copies(ctx context.Context, s plan.Scope, d design, o consistent.Options, nodes []consistent.Node, seed uint64) (outcome, error) {
	l, err := d.entry.New(o, nodes)
	if err != nil {
		return outcome{}, err
	}
	in, err := d.stream(s, seed)
	if err != nil {
		return outcome{}, err
	}
	hs, err := plan.Hashes(ctx, in, o.Hash)
	if err != nil {
		return outcome{}, err
	}
	out := outcome{nodes: l.Nodes(), loads: make([]float64, len(nodes)), effective: float64(d.keys)}
	var room [mostCopies]int32
	want := min(d.replicas, len(nodes))
	for _, h := range hs {
		got := room[:l.LocateN(room[:d.replicas], h)]
		if len(got) != want || got[0] != l.Locate(h) || repeats(got) {
			out.short++
		}
		for _, node := range got {
			out.loads[node]++
		}
	}
	return out, nil
}

func repeats(numbers []int32) bool {
	for i, n := range numbers {
		if slices.Contains(numbers[:i], n) {
			return true
		}
	}
	return false
}
