package theory

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFixedTotalMoves holds figures of the project's reference, found with exact arcs of drawn rings, to the precision
// of those draws, and its formula.
func TestFixedTotalMoves(t *testing.T) {
	for _, test := range []struct {
		points, before     int
		moved, unnecessary float64
		within             float64
	}{
		{65536, 10, 0.1591, 0.0682, 1e-4},
		{65536, 100, 0.0203, 0.0104, 1e-4},
		{1024, 10, 0.1564, 0.0655, 1e-4},
		{1024, 100, 1.0 / 101, 0, 1e-15},
		{12, 2, 1.0/3 + 1.0/12, 1.0 / 12, 1e-15},
	} {
		what := fmt.Sprintf("S=%d %d -> %d", test.points, test.before, test.before+1)
		moved, unnecessary, err := Moves("fixed-total", Change{test.before, test.before + 1, test.points})
		wantNear(t, what+" moved", number(t, moved, err), test.moved, test.within)
		wantNear(t, what+" unnecessary", unnecessary, test.unnecessary, test.within)
		back, _, err := Moves("fixed-total", Change{test.before + 1, test.before, test.points})
		wantNear(t, what+" and back", number(t, back, err), moved, 1e-15)
	}
}

// TestFixedTotalMovesBySimulation draws rings and places one key on each before and after. With 200,000 rings a share
// lies within 0.0068 of its mean but for a chance of 1e-9.
func TestFixedTotalMovesBySimulation(t *testing.T) {
	const rings = 200_000
	r := rand.New(rand.NewPCG(3, 1))
	for _, test := range [][3]int{{2, 3, 12}, {3, 5, 7}, {5, 4, 20}} {
		before, after, total := test[0], test[1], test[2]
		moved, unnecessary := 0, 0
		for range rings {
			places := make([][]float64, max(before, after))
			for i := range places {
				for range int(pointsEach(total, min(before, after))) {
					places[i] = append(places[i], r.Float64())
				}
			}
			old, now := ringOwner(places[:before], total), ringOwner(places[:after], total)
			if old != now {
				moved++
				if max(old, now) < min(before, after) {
					unnecessary++
				}
			}
		}
		wantMoved, wantUnnecessary, err := Moves("fixed-total", Change{before, after, total})
		what := fmt.Sprintf("S=%d %d -> %d", total, before, after)
		wantNear(t, what+" moved", float64(moved)/rings, number(t, wantMoved, err), 0.0068)
		wantNear(t, what+" unnecessary", float64(unnecessary)/rings, wantUnnecessary, 0.0068)
	}
}

// ringOwner is the node with the first place on a ring of total points, of which each node has its first ones.
func ringOwner(places [][]float64, total int) int {
	each := int(pointsEach(total, len(places)))
	nearest := make([]float64, len(places))
	for i, p := range places {
		nearest[i] = slices.Min(p[:each])
	}
	return slices.Index(nearest, slices.MinFunc(nearest, cmp.Compare[float64]))
}

// TestModuloMoves holds both laws of numbered nodes against enumeration of one period, and the half that a node more
// moves by multiply-shift.
func TestModuloMoves(t *testing.T) {
	for before := 1; before <= 9; before++ {
		for after := 1; after <= 9; after++ {
			period, fewer := before*after, min(before, after)
			for name, place := range map[string]func(h, n int) int{
				"modulo":       func(h, n int) int { return h % n },
				"modulo-shift": func(h, n int) int { return h * n / period },
			} {
				moved, unnecessary := 0, 0
				for h := range period {
					if old, now := place(h, before), place(h, after); old != now {
						moved++
						if max(old, now) < fewer {
							unnecessary++
						}
					}
				}
				gotMoved, gotUnnecessary, err := Moves(name, Change{Before: before, After: after})
				what := fmt.Sprintf("%s %d -> %d", name, before, after)
				wantNear(t, what+" moved", number(t, gotMoved, err), float64(moved)/float64(period), 1e-14)
				wantNear(t, what+" unnecessary", gotUnnecessary, float64(unnecessary)/float64(period), 1e-14)
			}
		}
	}
	for _, n := range []int{1, 10, 999} {
		moved, _, err := Moves("modulo-shift", Change{Before: n, After: n + 1})
		wantNear(t, fmt.Sprintf("one more than %d", n), number(t, moved, err), 0.5, 1e-12)
	}
}

func TestMovedByWeight(t *testing.T) {
	// Weights 1, 1, 2: the third goes from 1/2 to 3/5 with weight 3, and back.
	wantNear(t, "up", MovedByWeight(2, 1, 4), 0.1, 1e-15)
	wantNear(t, "down", MovedByWeight(3, -1, 5), 0.1, 1e-15)
	// The project's reference, by exact arcs: N = 10, V = 100, 50 more: 0.0429.
	wantNear(t, "vnodes up", MovedByVnodes(100, 50, 1000), 0.0429, 5e-5)
	wantNear(t, "vnodes down", MovedByVnodes(150, -50, 1050), MovedByVnodes(100, 50, 1000), 1e-15)
	for _, got := range []float64{MovedByWeight(0, 1, 1), MovedByWeight(2, 1, 1), MovedByWeight(1, -1, 2), MovedByVnodes(0, 1, 5),
		MovedByVnodes(3, -3, 9), MovedByVnodes(3, 1, 2)} {
		if !math.IsNaN(got) {
			t.Errorf("got %v outside of the domain, want NaN", got)
		}
	}
}

func TestMovesErrors(t *testing.T) {
	for _, test := range []struct {
		name string
		c    Change
	}{{"no-such-law", Change{1, 2, 1}}, {"modulo", Change{0, 1, 1}}, {"dirichlet", Change{1, 0, 1}}, {"fixed-total", Change{1, 2, 0}}} {
		if _, _, err := Moves(test.name, test.c); err == nil {
			t.Errorf("Moves(%q, %+v): no error", test.name, test.c)
		}
	}
	// The laws that need more than the numbers of nodes say so by NaN.
	for _, name := range []string{"modulo-shift", "fixed-total"} {
		if got, err := MovedShare(name, 3, 4); err != nil || !math.IsNaN(got) {
			t.Errorf("MovedShare(%q) = %v, %v, want NaN", name, got, err)
		}
		if _, _, err := MovedBand(name, 3, 4, 9, 10, 0.1); err == nil {
			t.Errorf("MovedBand(%q): no error", name)
		}
	}
	// Of other laws the band is not known, which must not be taken for that of independent keys.
	if _, _, err := MovedBand("multi-probe", 3, 4, 9, 10, 0.1); err == nil {
		t.Error("MovedBand of multi-probe: no error")
	}
}
