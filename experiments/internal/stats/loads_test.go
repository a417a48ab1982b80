package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestLoads(t *testing.T) {
	tests := []struct {
		name                   string
		loads                  []uint64
		weights                []float64
		peak, trough, cv, gini float64
	}{
		{"loads=one node", []uint64{7}, nil, 1, 1, 0, 0},
		{"loads=equal", []uint64{5, 5, 5, 5}, nil, 1, 1, 0, 0},
		{"loads=1 2 3 4", []uint64{3, 1, 4, 2}, nil, 1.6, 0.4, math.Sqrt(0.2), 0.25},
		{"loads=all on one", []uint64{0, 0, 0, 12}, nil, 4, 0, math.Sqrt(3), 0.75},
		{"weights=met exactly", []uint64{10, 20, 70}, []float64{1, 2, 7}, 1, 1, 0, 0},
		{"weights=off", []uint64{10, 10}, []float64{1, 3}, 2, 2.0 / 3, math.Sqrt((1 + 1.0/9) / 2), 0.25},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l, ok := NewLoads(test.loads, test.weights)
			if !ok {
				t.Fatal("no answer")
			}
			for _, m := range []struct {
				name      string
				got, want float64
			}{
				{"peak to average", l.PeakToAverage(), test.peak},
				{"trough to average", l.TroughToAverage(), test.trough},
				{"cv", l.CV(), test.cv},
				{"gini", l.Gini(), test.gini},
			} {
				if math.Abs(m.got-m.want) > 1e-12 {
					t.Errorf("%s: got %v, want %v", m.name, m.got, m.want)
				}
			}
		})
	}
}

func TestLoadsDomain(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	tests := []struct {
		name           string
		loads, weights []float64
	}{
		{"loads=none", nil, nil},
		{"loads=all 0", []float64{0, 0}, nil},
		{"loads=negative", []float64{1, -1}, nil},
		{"loads=NaN", []float64{1, nan}, nil},
		{"loads=infinite", []float64{1, inf}, nil},
		{"weights=too few", []float64{1, 2}, []float64{1}},
		{"weights=0", []float64{1, 2}, []float64{1, 0}},
		{"weights=NaN", []float64{1, 2}, []float64{1, nan}},
		{"weights=infinite", []float64{1, 2}, []float64{1, inf}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got, ok := NewLoads(test.loads, test.weights); ok {
				t.Errorf("got %v, want none", got)
			}
		})
	}
	var none Loads
	if none.PeakToAverage() != 0 || none.TroughToAverage() != 0 || none.CV() != 0 || none.Gini() != 0 {
		t.Error("no nodes: want 0 for each")
	}
}

// The order of nodes and the scale of loads do not matter; the measures are tied to one another.
func TestLoadsInvariance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		loads := rapid.SliceOfN(rapid.Float64Range(0, 1000), 1, 30).Draw(t, "loads")
		loads[0]++
		l, ok := NewLoads(loads, nil)
		if !ok {
			t.Fatal("no answer")
		}
		scaled := slices.Clone(loads)
		slices.Reverse(scaled)
		for i := range scaled {
			scaled[i] *= 3
		}
		s, _ := NewLoads(scaled, nil)
		n := float64(len(loads))
		if math.Abs(l.CV()-s.CV()) > 1e-9 || math.Abs(l.Gini()-s.Gini()) > 1e-9 || !near(s.PeakToAverage(), l.PeakToAverage(), 1e-9) {
			t.Errorf("reversed and tripled: got %v %v, want %v %v", s.CV(), s.Gini(), l.CV(), l.Gini())
		}
		if g := l.Gini(); g < 0 || g > 1-1/n+1e-9 {
			t.Errorf("gini %v is not in [0, 1 - 1/N]", g)
		}
		if l.PeakToAverage() < 1-1e-9 || l.PeakToAverage()-1 > l.CV()*math.Sqrt(n)+1e-9 {
			t.Errorf("peak %v does not fit cv %v", l.PeakToAverage(), l.CV())
		}
	})
}
