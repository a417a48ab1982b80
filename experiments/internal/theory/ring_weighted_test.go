package theory

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// TestTroughTable is the table of N E[min share] of the project's reference, found by numerical integration and rounded
// to its last digit.
func TestTroughTable(t *testing.T) {
	for _, row := range []struct {
		vnodes int
		trough [3]float64 // at N = 10, 100, 1000
		within float64
	}{
		{1, [3]float64{0.1, 0.01, 0.001}, 1e-12}, {10, [3]float64{0.575, 0.387, 0.279}, 5.1e-4}, {40, [3]float64{0.772, 0.649, 0.566}, 5.1e-4},
		{160, [3]float64{0.882, 0.813, 0.764}, 5.1e-4}, {1000, [3]float64{0.952, 0.923, 0.901}, 5.1e-4}, {4096, [3]float64{0.976, 0.961, 0.950}, 5.1e-4},
	} {
		for i, nodes := range []int{10, 100, 1000} {
			trough, err := ShareTrough("dirichlet", nodes, row.vnodes)
			wantNear(t, fmt.Sprintf("trough at V=%d N=%d", row.vnodes, nodes), number(t, trough, err), row.trough[i], row.within)
		}
	}
	trough, err := ShareTrough("multinomial", 7, 0)
	wantNear(t, "ideal trough", number(t, trough, err), 1, 0)
	if _, err := ShareTrough("no-such-law", 7, 1); err == nil {
		t.Error("no error of an unknown law")
	}
}

// TestFixedTotalShares: the shares of 1024 points in all on 100 nodes are those of 11 points each.
func TestFixedTotalShares(t *testing.T) {
	for _, keys := range []uint64{0, 50_000} {
		got, err := ShareCV("fixed-total", 100, 1024, keys)
		want, _ := ShareCV("dirichlet", 100, 11, keys)
		wantNear(t, "cv", number(t, got, err), want, 0)
		got, err = SharePeak("fixed-total", 100, 1024, keys)
		want, _ = SharePeak("dirichlet", 100, 11, keys)
		wantNear(t, "peak", number(t, got, err), want, 0)
	}
	got, err := ShareTrough("fixed-total", 100, 1024)
	want, _ := ShareTrough("dirichlet", 100, 11)
	wantNear(t, "trough", number(t, got, err), want, 0)
}

// TestWeightedEqualsPlain: nodes of equal weight are the plain ring.
func TestWeightedEqualsPlain(t *testing.T) {
	for _, test := range [][2]int{{2, 1}, {10, 40}, {100, 160}} {
		points := make([]int, test[0])
		for i := range points {
			points[i] = test[1]
		}
		for _, keys := range []uint64{0, 1, 12_345} {
			got, err := WeightedCV(points, keys)
			want, _ := ShareCV("dirichlet", test[0], test[1], keys)
			wantNear(t, fmt.Sprintf("N=%d V=%d K=%d: cv", test[0], test[1], keys), number(t, got, err), want, 1e-12*want)
		}
		got, err := WeightedPeak(points)
		want, _ := SharePeak("dirichlet", test[0], test[1], 0)
		wantNear(t, fmt.Sprintf("N=%d V=%d: peak", test[0], test[1]), number(t, got, err), want, 1e-9)
	}
}

// TestWeightedBySimulation draws shares of nodes with 10 to 300 points. The means over 20,000 rings have 6.5 standard
// errors around them, a chance of 1e-10.
func TestWeightedBySimulation(t *testing.T) {
	points := []int{10, 20, 20, 100, 300}
	const rings, total, keys = 20_000, 450.0, 900.0
	src := rand.NewPCG(2, 7)
	var peak, arcs, loads, peak2, arcs2, loads2 float64
	for range rings {
		shares, sum := make([]float64, len(points)), 0.0
		for i, v := range points {
			shares[i] = distuv.Gamma{Alpha: float64(v), Beta: 1, Src: src}.Rand()
			sum += shares[i]
		}
		most, arc, load, left, part := 0.0, 0.0, 0.0, keys, 1.0
		for i, v := range points {
			share, mean := shares[i]/sum, float64(v)/total
			count := left
			if p := share / part; p < 1 && left > 0 {
				count = distuv.Binomial{N: left, P: p, Src: src}.Rand()
			}
			left, part = left-count, part-share
			most = max(most, share/mean)
			arc += (share/mean - 1) * (share/mean - 1) / 5
			load += (count/keys/mean - 1) * (count/keys/mean - 1) / 5
		}
		peak, arcs, loads = peak+most/rings, arcs+arc/rings, loads+load/rings
		peak2, arcs2, loads2 = peak2+most*most/rings, arcs2+arc*arc/rings, loads2+load*load/rings
	}
	within := func(mean, squares float64) float64 { return 6.5 * math.Sqrt((squares-mean*mean)/rings) }
	want, err := WeightedPeak(points)
	wantNear(t, "peak", peak, number(t, want, err), within(peak, peak2))
	want, err = WeightedCV(points, 0)
	wantNear(t, "cv^2 of arcs", arcs, number(t, want, err)*want, within(arcs, arcs2))
	want, err = WeightedCV(points, keys)
	wantNear(t, "cv^2 of keys", loads, number(t, want, err)*want, within(loads, loads2))
}

func TestWeightedBand(t *testing.T) {
	// The project's reference: at V=100, N=10 the 99 % range of N share is 0.771 to 1.259.
	low, high, err := WeightedBand(100, 1000, 0, 0.01)
	wantNear(t, "low", 10*number(t, low, err), 0.771, 5.1e-4)
	wantNear(t, "high", 10*high, 1.259, 5.1e-4)
	keyLow, keyHigh, err := WeightedBand(100, 1000, 1e10, 0.01)
	wantNear(t, "low of many keys", number(t, keyLow, err), low, 1e-4)
	wantNear(t, "high of many keys", keyHigh, high, 1e-4)
	low, high, err = WeightedBand(7, 7, 10, 0.01)
	if number(t, low, err) != 1 || high != 1 {
		t.Errorf("the only node has %v to %v, want 1", low, high)
	}
	for _, test := range []struct {
		own, total int
		alpha      float64
	}{{0, 5, 0.1}, {6, 5, 0.1}, {1, 2, 0}, {1, 2, math.NaN()}} {
		if _, _, err := WeightedBand(test.own, test.total, 0, test.alpha); err == nil {
			t.Errorf("WeightedBand(%+v): no error", test)
		}
	}
	for _, points := range [][]int{nil, {1, 0}} {
		if _, err := WeightedCV(points, 0); err == nil {
			t.Errorf("WeightedCV(%v): no error", points)
		}
		if _, err := WeightedPeak(points); err == nil {
			t.Errorf("WeightedPeak(%v): no error", points)
		}
	}
}
