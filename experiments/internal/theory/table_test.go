package theory

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// tableTheories are the laws of the files table_*.go.
var tableTheories = []string{"binomial", "maglev", "maglev-slot", "multi-probe", "slots"}

// TestTableTheoriesAtTheEdges demands sane figures for few and many nodes, few and many keys.
func TestTableTheoriesAtTheEdges(t *testing.T) {
	for _, name := range tableTheories {
		for _, nodes := range []int{1, 2, 3, 10, 1000, 10_000} {
			for _, keys := range []uint64{0, 1, 1000, 10_000_000_000} {
				cv, err := ShareCV(name, nodes, 0, keys)
				cv = number(t, cv, err)
				peak, err := SharePeak(name, nodes, 0, keys)
				peak = number(t, peak, err)
				what := fmt.Sprintf("%s N=%d K=%d", name, nodes, keys)
				if nodes == 1 && (math.Abs(cv) > 1e-9 || math.Abs(peak-1) > 1e-9) {
					t.Errorf("%s: cv %v and peak %v, want 0 and 1", what, cv, peak)
				}
				if !(cv >= 0 && peak >= 1-1e-12 && peak <= float64(nodes)*(1+1e-9)) {
					t.Errorf("%s: cv %v and peak %v", what, cv, peak)
				}
			}
		}
	}
}

// TestDealt deals entries one by one.
func TestDealt(t *testing.T) {
	for _, test := range []struct{ m, nodes int }{{65537, 10}, {65537, 1000}, {16384, 7}, {7, 7}, {5, 3}, {16384, 16}} {
		counts := make([]float64, test.nodes)
		for entry := range test.m {
			counts[entry%test.nodes] += 1 / float64(test.m)
		}
		what := fmt.Sprintf("M=%d N=%d: ", test.m, test.nodes)
		wantNear(t, what+"cv", dealtCV(test.m, test.nodes), math.Sqrt(squaredCV(counts)), 1e-12)
		wantNear(t, what+"peak", classPeak(dealt(test.m, test.nodes), 0), slices.Max(counts)*float64(test.nodes), 1e-11)
	}
	// 1 + N/M bounds the peak.
	peak, err := SharePeak("maglev", 100, 0, 0)
	wantNear(t, "peak of 100 nodes", number(t, peak, err), 656/655.37, 1e-12)
}

// TestBinomialShares holds figures of the project's reference for the nodes of the upper and the lower half.
func TestBinomialShares(t *testing.T) {
	for nodes, want := range map[int][2]float64{17: {0.9774, 1.00141}, 33: {0.9733, 0}, 65: {0.9711, 0}, 24: {0.99902, 0}, 16: {1, 1}, 1: {0, 1}} {
		classes := binomialClasses(nodes)
		if want[0] != 0 {
			wantNear(t, fmt.Sprintf("N=%d: upper", nodes), classes[0].relative, want[0], 5.1e-5)
		}
		if want[1] != 0 {
			wantNear(t, fmt.Sprintf("N=%d: lower", nodes), classes[1].relative, want[1], 5.1e-6)
		}
		total, squares := 0.0, 0.0
		for _, c := range classes {
			total += float64(c.nodes) * c.relative
			squares += float64(c.nodes) * (c.relative - 1) * (c.relative - 1)
		}
		wantNear(t, fmt.Sprintf("N=%d: sum of shares", nodes), total, float64(nodes), 1e-9)
		cv, err := ShareCV("binomial", nodes, 0, 0)
		wantNear(t, fmt.Sprintf("N=%d: cv", nodes), number(t, cv, err), math.Sqrt(squares/float64(nodes)), 1e-12)
	}
}

// TestCVOfKeysBySimulation draws counts over uneven shares: the mean of cv^2 within 6.5 standard errors, a chance of
// 1e-10; an error of 2 % is found.
func TestCVOfKeysBySimulation(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 1))
	relative := []float64{0.25, 1.75, 1, 0.5, 1.5}
	shares := math.Sqrt(squaredCV(scaled(relative)))
	for _, keys := range []uint64{1, 10, 1000} {
		var cv2 moments
		for range 30_000 {
			counts := drawCounts(random, relative, keys)
			for i := range counts {
				counts[i] /= float64(keys)
			}
			cv2.add(squaredCV(counts))
		}
		want := cvOfKeys(shares, 5, keys)
		wantNear(t, fmt.Sprintf("K=%d: cv^2", keys), want*want, cv2.mean(), 6.5*cv2.standardError()+1e-12)
	}
}

// TestClassPeak holds even classes against the law of even shares, which is computed in another way, and uneven ones
// against a simulation that counts a fixed number of keys.
func TestClassPeak(t *testing.T) {
	for _, nodes := range []int{2, 10, 1000} {
		for _, keys := range []uint64{1, 100, 1_000_000, 10_000_000_000} {
			want, err := SharePeak("multinomial", nodes, 0, keys)
			got := classPeak([]shareClass{{nodes: nodes - 1, relative: 1}, {nodes: 1, relative: 1}}, keys)
			wantNear(t, fmt.Sprintf("N=%d K=%d: peak", nodes, keys), got, number(t, want, err), 1e-4*(got-1))
		}
	}
	random := rand.New(rand.NewPCG(5, 1))
	relative := slices.Concat(slices.Repeat([]float64{0.9}, 10), slices.Repeat([]float64{1.1}, 10))
	for _, keys := range []uint64{2000, 200_000} {
		var peak moments
		for range 10_000 {
			peak.add(slices.Max(drawCounts(random, relative, keys)) * 20 / float64(keys))
		}
		got := classPeak([]shareClass{{nodes: 10, relative: 0.9}, {nodes: 10, relative: 1.1}}, keys)
		wantNear(t, fmt.Sprintf("uneven K=%d: peak", keys), got, peak.mean(), 6.5*peak.standardError()+0.01*(got-1))
	}
}

// TestSlotCVBySimulation draws tables in which an entry belongs to the node that ranks it earliest. Bounds are 6.5
// standard errors, a chance of 1e-10, and N/M of the value; an error of the cv of 4 % is found.
func TestSlotCVBySimulation(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 1))
	for _, test := range []struct{ m, nodes, draws int }{{101, 3, 20_000}, {1009, 10, 4000}, {5003, 50, 200}} {
		var cv2 moments
		for range test.draws {
			cv2.add(squaredCV(drawSlots(random, test.m, test.nodes)))
		}
		want := math.Pow(slotCV(test.m, test.nodes), 2)
		bound := 6.5*cv2.standardError() + want*float64(test.nodes)/float64(test.m)
		wantNear(t, fmt.Sprintf("M=%d N=%d: cv^2", test.m, test.nodes), want, cv2.mean(), bound)
	}
}

// drawSlots returns the shares of the m entries of nodes that go through them in steps, a node losing its turn where the
// entry is taken.
func drawSlots(random *rand.Rand, m, nodes int) []float64 {
	at, step, taken := make([]int, nodes), make([]int, nodes), make([]bool, m)
	for i := range at {
		at[i], step[i] = random.IntN(m), 1+random.IntN(m-1)
	}
	shares := make([]float64, nodes)
	for left := m; ; {
		for i := range at {
			if !taken[at[i]] {
				taken[at[i]] = true
				shares[i] += 1 / float64(m)
				if left--; left == 0 {
					return shares
				}
			}
			at[i] = (at[i] + step[i]) % m
		}
	}
}

// TestNormalMax holds the mean maximum of N standard normals: Teichroew (1956) for 2 and 10, the project's reference for
// the others.
func TestNormalMax(t *testing.T) {
	for nodes, want := range map[int]float64{1: 0, 2: 1 / math.Sqrt(math.Pi), 10: 1.53875, 100: 2.508, 1000: 3.241} {
		wantNear(t, fmt.Sprintf("N=%d", nodes), normalMax(nodes), want, 5e-4)
	}
	// The mean peak-to-average ratio at M = 12809, N = 100 in the project's reference, 1.15, comes from this law.
	wantNear(t, "peak", 1+normalMax(100)*slotCV(12809, 100)/spreadOf(100), 1.15, 0.01)
}

// TestTableMoves holds what moves, and how that scatters between sets of nodes; the project's reference has the shares
// of binomial.
func TestTableMoves(t *testing.T) {
	for _, test := range []struct {
		name          string
		before, after int
		share, sd     float64
	}{
		{"binomial", 16, 17, 0.9774 / 17, 0},
		{"binomial", 15, 16, 1.0 / 16, 0},
		{"binomial", 17, 16, 0.9774 / 17, 0},
		{"binomial", 8, 32, 24.0 / 32, 0},
		{"slots", 9, 10, 1638.0 / 16384, 0},
		{"slots", 10, 9, 0.1, math.Sqrt(24) / 16384 / 10},
		{"multi-probe", 99, 100, 0.01, 0.01 / math.Sqrt(41)},
		{"multi-probe", 100, 98, 0.02, 0.01 / math.Sqrt(41) * math.Sqrt(2*98/99.0)},
		{"maglev-slot", 10, 9, 0.1, 0.1 * 9 / math.Sqrt(19*65537)},
		{"slots", 10, 10, 0, 0},
	} {
		share, unnecessary, err := Moves(test.name, Change{Before: test.before, After: test.after})
		what := fmt.Sprintf("%s %d to %d: ", test.name, test.before, test.after)
		wantNear(t, what+"share", number(t, share, err), test.share, 6e-5*test.share)
		wantNear(t, what+"unnecessary", unnecessary, 0, 0)
		sd, err := MovedSD(test.name, test.before, test.after)
		wantNear(t, what+"sd", number(t, sd, err), test.sd, 1e-9)
	}
	for _, test := range []struct {
		name          string
		before, after int
	}{{"no-such-law", 1, 2}, {"slots", 0, 1}, {"slots", 1, -1}} {
		if _, err := MovedSD(test.name, test.before, test.after); err == nil {
			t.Errorf("MovedSD(%q, %d, %d): no error", test.name, test.before, test.after)
		}
	}
}

// TestMovedSDBySimulation: the last of N nodes has a share that scatters by cv/N, here of rings of one point a node. A
// bound of 6.5 standard errors finds 5 %.
func TestMovedSDBySimulation(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 1))
	var square moments
	for range 40_000 {
		shares := drawProbeShares(random, 10, probesPerKey)
		d := shares[random.IntN(10)]/10 - 0.1
		square.add(d * d)
	}
	sd, err := MovedSD("multi-probe", 9, 10)
	wantNear(t, "squared sd", number(t, sd, err)*sd, square.mean(), 6.5*square.standardError())
}

// TestTroughs holds the emptiest node: exact classes, and for rings the project's reference, 0.173 and 0.020, and drawn
// rings.
func TestTroughs(t *testing.T) {
	for _, test := range []struct {
		name         string
		nodes        int
		want, within float64
	}{
		{"maglev", 10, 65530.0 / 65537, 1e-12}, {"slots", 16, 1, 0}, {"binomial", 17, 0.9774, 5e-5}, {"binomial", 1, 1, 0},
		{"multi-probe", 100, 0.173, 0.003}, {"multi-probe", 1000, 0.020, 0.001}, {"multi-probe", 1, 1, 0},
	} {
		got, err := ShareTrough(test.name, test.nodes, 0)
		wantNear(t, fmt.Sprintf("%s N=%d: trough", test.name, test.nodes), number(t, got, err), test.want, test.within)
	}
	random := rand.New(rand.NewPCG(13, 1))
	var trough moments
	for range 20_000 {
		trough.add(slices.Min(drawProbeShares(random, 10, 5)))
	}
	wantNear(t, "trough of drawn rings", probeTrough(10, 5), trough.mean(), 6.5*trough.standardError())
}
