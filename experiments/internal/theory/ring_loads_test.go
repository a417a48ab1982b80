package theory

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// sixErrors is how many standard errors a mean of a simulation may be off: under a normal law that happens with a chance
// of 2e-9, and seeds are fixed.
const sixErrors = 6

// wantMean wants the mean of simulated values to be want within six standard errors.
func wantMean(t *testing.T, what string, values []float64, want float64) {
	t.Helper()
	mean, squares := 0.0, 0.0
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	se := math.Sqrt(squares) / float64(len(values))
	if math.Abs(mean-want) > sixErrors*se {
		t.Errorf("%s: simulated %.6g ± %.2g, theory %.6g", what, mean, se, want)
	}
}

// sharesOf draws the shares of nodes with so many points each; no points stand for even shares.
func sharesOf(r *rand.Rand, nodes, vnodes int) []float64 {
	shares, sum := make([]float64, nodes), 0.0
	for i := range shares {
		shares[i] = 1
		if vnodes > 0 {
			shares[i] = distuv.Gamma{Alpha: float64(vnodes), Beta: 1, Src: r}.Rand()
		}
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}

func pick(r *rand.Rand, shares []float64) int {
	u := r.Float64()
	for i, s := range shares {
		if u -= s; u < 0 {
			return i
		}
	}
	return len(shares) - 1
}

// TestSkewedCV places keys of Zipf's law on simulated nodes.
func TestSkewedCV(t *testing.T) {
	const nodes, keys, rounds = 7, 60, 4_000
	r := rand.New(rand.NewPCG(1, 2))
	for _, zipf := range []float64{0, 0.83, 1.2} {
		rates, sum, squares := make([]float64, keys), 0.0, 0.0
		for i := range rates {
			rates[i] = math.Pow(float64(i+1), -zipf)
			sum += rates[i]
		}
		for i := range rates {
			rates[i] /= sum
			squares += rates[i] * rates[i]
		}
		for name, vnodes := range map[string]int{"multinomial": 0, "dirichlet": 5} {
			values := make([]float64, rounds)
			for round := range values {
				shares, loads := sharesOf(r, nodes, vnodes), make([]float64, nodes)
				for _, rate := range rates {
					loads[pick(r, shares)] += rate
				}
				for _, l := range loads {
					values[round] += (l*nodes - 1) * (l*nodes - 1) / nodes
				}
			}
			cv, err := SkewedCV(name, nodes, vnodes, 1/squares)
			want := number(t, cv, err)
			wantMean(t, fmt.Sprintf("%s at Zipf %v: cv^2", name, zipf), values, want*want)
		}
	}
	same, err := SkewedCV("dirichlet", 10, 40, 5000)
	plain, _ := ShareCV("dirichlet", 10, 40, 5000)
	wantNear(t, "keys asked for alike", number(t, same, err), plain, 1e-12)
}

// TestCopiesCV puts copies on random sets of nodes.
func TestCopiesCV(t *testing.T) {
	const nodes, copies, keys, rounds = 7, 3, 50, 5_000
	r := rand.New(rand.NewPCG(3, 4))
	values := make([]float64, rounds)
	for round := range values {
		loads := make([]float64, nodes)
		for range keys {
			for _, node := range r.Perm(nodes)[:copies] {
				loads[node]++
			}
		}
		for _, l := range loads {
			l /= copies * keys / float64(nodes)
			values[round] += (l - 1) * (l - 1) / nodes
		}
	}
	cv, err := CopiesCV(nodes, copies, keys)
	want := number(t, cv, err)
	wantMean(t, "cv^2 of copies", values, want*want)
	one, err := CopiesCV(10, 1, 100)
	wantNear(t, "one copy", number(t, one, err), multinomialCV(10, 0, 100), 1e-15)
	all, err := CopiesCV(10, 10, 100)
	wantNear(t, "a copy on every node", number(t, all, err), 0, 0)
}

// TestWeightedLoadCV gives nodes points that do not fit their weights.
func TestWeightedLoadCV(t *testing.T) {
	const rounds, keys = 5_000, 40
	points, weights := []int{1, 3, 3, 9}, []float64{1, 2, 4, 8}
	r := rand.New(rand.NewPCG(5, 6))
	arcs, counts := make([]float64, rounds), make([]float64, rounds)
	for round := range arcs {
		shares, sum := make([]float64, len(points)), 0.0
		for i, v := range points {
			shares[i] = distuv.Gamma{Alpha: float64(v), Beta: 1, Src: r}.Rand()
			sum += shares[i]
		}
		loads := make([]float64, len(points))
		for i := range shares {
			shares[i] /= sum
		}
		for range keys {
			loads[pick(r, shares)] += 1.0 / keys
		}
		for i, w := range weights {
			off, offKeys := shares[i]/(w/15)-1, loads[i]/(w/15)-1
			arcs[round] += off * off / float64(len(points))
			counts[round] += offKeys * offKeys / float64(len(points))
		}
	}
	for keys, values := range map[uint64][]float64{0: arcs, keys: counts} {
		cv, err := WeightedLoadCV(points, weights, keys)
		want := number(t, cv, err)
		wantMean(t, fmt.Sprintf("cv^2 of %d keys", keys), values, want*want)
	}
	fit, err := WeightedLoadCV([]int{40, 80, 20}, []float64{2, 4, 1}, 99)
	plain, _ := WeightedCV([]int{40, 80, 20}, 99)
	wantNear(t, "points that fit", number(t, fit, err), plain, 1e-12)
	even, err := WeightedKeysCV([]float64{3, 3, 3, 3}, 500)
	wantNear(t, "equal weights", number(t, even, err), multinomialCV(4, 0, 500), 1e-12)
}

// TestUniformBand: 2.700 and 19.023 are the 2.5 % points of chi-square with 9 degrees of freedom in any table.
func TestUniformBand(t *testing.T) {
	low, high, err := UniformBand(10, 1000, 1, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	wantNear(t, "lower end", 1000*low*low, 2.700, 5e-4)
	wantNear(t, "upper end", 1000*high*high, 19.023, 5e-4)
	low, high, err = UniformBand(4, 400, 3, 0.05) // 3 seeds of 3 degrees of freedom are 9 too
	if err != nil {
		t.Fatal(err)
	}
	wantNear(t, "lower end of seeds", 1200*low*low, 2.700, 5e-4)
	wantNear(t, "upper end of seeds", 1200*high*high, 19.023, 5e-4)
}

// TestDetectableCV draws counts of shares with the cv that is named as detectable: about 99 of 100 leave the band. The
// normal law of the sum is good to a few in a thousand here.
func TestDetectableCV(t *testing.T) {
	const nodes, keys, seeds, alpha, rounds = 20, 40_000, 5, 1e-8, 2_000
	cv, err := DetectableCV(nodes, keys, seeds, alpha, 0.99)
	least := number(t, cv, err)
	_, high, err := UniformBand(nodes, keys, seeds, alpha)
	if err != nil {
		t.Fatal(err)
	}
	r, found := rand.New(rand.NewPCG(7, 8)), 0
	for range rounds {
		sum := 0.0
		for range seeds {
			for i := range nodes {
				mean := keys / float64(nodes) * (1 + least*float64(1-2*(i%2)))
				off := distuv.Poisson{Lambda: mean, Src: r}.Rand()/(keys/float64(nodes)) - 1
				sum += off * off / nodes / seeds
			}
		}
		if math.Sqrt(sum) > high {
			found++
		}
	}
	// 2000 rounds at 0.99 scatter by 0.0022; the Poisson draw adds a degree of freedom in 20.
	if share := float64(found) / rounds; share < 0.975 || share > 0.999 {
		t.Errorf("shares with a cv of %.4g were found in %.4f of all cases, want 0.99", least, share)
	}
}

// TestReplacedShare draws independent scores: the owner is the node with the highest.
func TestReplacedShare(t *testing.T) {
	const rounds = 50_000
	r := rand.New(rand.NewPCG(9, 10))
	for _, nodes := range []int{1, 2, 10} {
		values := make([]float64, rounds)
		for i := range values {
			scores := make([]float64, nodes+1) // the first leaves, the last joins
			for j := range scores {
				scores[j] = r.Float64()
			}
			before, after := scores[:nodes], scores[1:]
			if slices.Max(before) != slices.Max(after) {
				values[i] = 1
			}
		}
		share, err := ReplacedShare(nodes)
		want := number(t, share, err)
		if nodes == 1 {
			wantNear(t, "the only node", want, 1, 0)
			continue
		}
		wantMean(t, fmt.Sprintf("N=%d", nodes), values, want)
	}
}

// TestMovedByVnodesSD puts points on circles.
func TestMovedByVnodesSD(t *testing.T) {
	const own, d, total, rounds = 4, 6, 20, 10_000
	r := rand.New(rand.NewPCG(11, 12))
	shares, squares := make([]float64, rounds), make([]float64, rounds)
	mean, sd := MovedByVnodes(own, d, total), MovedByVnodesSD(own, d, total)
	for round := range shares {
		type point struct {
			at   float64
			kind int // 0: the node's, 1: others', 2: comes
		}
		var points []point
		for i := range total + d {
			kind := 1
			if i < own {
				kind = 0
			} else if i >= total {
				kind = 2
			}
			points = append(points, point{r.Float64(), kind})
		}
		slices.SortFunc(points, func(a, b point) int { return int(1e18 * (a.at - b.at)) })
		owner := 1
		for i := range points { // the owner before the change of the arc that wraps
			if points[i].kind != 2 {
				owner = points[i].kind
				break
			}
		}
		for i := len(points) - 1; i >= 0; i-- {
			if points[i].kind != 2 {
				owner = points[i].kind
				continue
			}
			from := points[(i+len(points)-1)%len(points)].at
			arc := points[i].at - from
			if i == 0 {
				arc++
			}
			if owner == 1 {
				shares[round] += arc
			}
		}
		squares[round] = (shares[round] - mean) * (shares[round] - mean)
	}
	wantMean(t, "mean", shares, mean)
	wantMean(t, "variance", squares, sd*sd)
	back := MovedByVnodesSD(own+d, -d, total+d)
	wantNear(t, "the other way round", back, sd, 0)
}

// TestShiftMoved counts on a grid that both divisions fit.
func TestShiftMoved(t *testing.T) {
	for _, nodes := range []int{2, 3, 7, 10} {
		for at := range nodes {
			cells, moved := nodes*(nodes-1), 0
			for c := range cells {
				before := c * nodes / cells
				after := c * (nodes - 1) / cells
				if after >= at { // as it was numbered before
					after++
				}
				if before != after {
					moved++
				}
			}
			got, err := ShiftMoved(nodes, at)
			wantNear(t, fmt.Sprintf("number %d of %d", at, nodes), number(t, got, err), float64(moved)/float64(cells), 1e-12)
		}
	}
	last, err := ShiftMoved(10, 9)
	want, _, _ := Moves("modulo-shift", Change{Before: 10, After: 9})
	wantNear(t, "the last", number(t, last, err), want, 1e-12)
}

// TestLoadErrors: what has no law is refused.
func TestLoadErrors(t *testing.T) {
	for name, err := range map[string]error{
		"effective keys":    second(SkewedCV("multinomial", 4, 0, 0.5)),
		"unknown law":       second(SkewedCV("none", 4, 0, 5)),
		"no copies":         second(CopiesCV(4, 0, 5)),
		"too many copies":   second(CopiesCV(4, 5, 5)),
		"no keys":           second(CopiesCV(4, 1, 0)),
		"weights and nodes": second(WeightedLoadCV([]int{1, 2}, []float64{1}, 0)),
		"no points":         second(WeightedLoadCV([]int{0}, []float64{1}, 0)),
		"weight 0":          second(WeightedKeysCV([]float64{0, 1}, 5)),
		"few keys":          second(DetectableCV(10, 49, 1, 0.01, 0.9)),
		"power 1":           second(DetectableCV(10, 500, 1, 0.01, 1)),
		"no nodes":          second(ReplacedShare(0)),
		"who leaves":        second(ShiftMoved(3, 3)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, _, err := UniformBand(10, 500, 1, 1); err == nil {
		t.Error("alpha 1: no error")
	}
	if !math.IsNaN(MovedByVnodesSD(0, 1, 5)) || !math.IsNaN(MovedByVnodesSD(2, -2, 5)) {
		t.Error("points outside of the domain have a deviation")
	}
}

func second(_ float64, err error) error { return err }
