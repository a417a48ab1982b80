package advise

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/theory"
	"hashlab/impl/consistent"
	"hashlab/impl/hash"
)

func TestHash(t *testing.T) {
	for _, tt := range []struct {
		w    HashWish
		ns   func(string) float64
		want string
	}{
		{HashWish{KeyBytes: 24}, cheap("metro64"), "metro64"},
		{HashWish{KeyBytes: 24, Untrusted: true}, cheap("xxh3"), "maphash siphash24"},
		{HashWish{KeyBytes: 24, Untrusted: true, Stable: true}, cheap("maphash"), "siphash24"},
		{HashWish{KeyBytes: 24, Stable: true}, cheap("maphash"), "!maphash"},
		{HashWish{KeyBytes: 24}, cheap("identity"), "!identity"},
		{HashWish{KeyBytes: 24}, cheap("murmur3-32-mixed"), "!murmur3-32-mixed"},
		{HashWish{KeyBytes: 24}, cheap("xxh64"), "!xxh64"}, // by the verdict planted below
	} {
		a := planted(t, tt.ns)
		write(t, a.Store, "quality_verdicts.csv", []record.QualityVerdict{{Hash: "xxh64", Tests: "avalanche", Excess: 2}, {Hash: "xxh3", Excess: 0.5}})
		advice, err := a.Hash(t.Context(), tt.w)
		if err != nil {
			t.Fatal(err)
		}
		best := advice.Ranked[0]
		not, negated := strings.CutPrefix(tt.want, "!")
		if negated && best.Entry.Name == not || !negated && !strings.Contains(tt.want, best.Entry.Name) {
			t.Errorf("%+v: got %s, want %s", tt.w, best.Entry.Name, tt.want)
		}
		holdHash(t, tt.w, best)
	}
	for _, length := range []int{0, MaxKeyBytes + 1} {
		if got, err := planted(t, even).Hash(t.Context(), HashWish{KeyBytes: length}); err == nil || !strings.Contains(err.Error(), "are not in 1") {
			t.Errorf("key_bytes=%d: got %v, %v, want an error", length, got, err)
		}
	}
}

// holdHash holds a function to what was wished: a seed that matters where it is secret, the same value where it is
// stable.
func holdHash(t *testing.T, w HashWish, c HashCandidate) {
	t.Helper()
	a, err := c.Entry.New(0)
	if err != nil {
		t.Fatal(err)
	}
	key := strings.Repeat("k", w.KeyBytes)
	if w.Untrusted && c.Entry.Seeds != hash.SeedPerProcess {
		if b, err := c.Entry.New(12345); err != nil || a.String(key) == b.String(key) {
			t.Errorf("%s: the secret changes nothing: %v", c.Entry.Name, err)
		}
	}
	if w.Stable && !c.Entry.Stable {
		t.Errorf("%s is not stable", c.Entry.Name)
	}
	if want := record.Float(24); c.Timing.Ns < 1*want || !strings.Contains(c.Timing.Note, "between keys of 1 and 100 bytes") {
		t.Errorf("%s: %+v is not read off between 1 and 100 bytes", c.Entry.Name, c.Timing)
	}
}

// TestVnodesKeepThePeak measures the exact shares of the circle with the vnodes that are advised, on the node ids of
// many seeds: the mean peak must be what theory promises within 6 standard errors, which fails by chance with
// probability 2e-9, and a vnode fewer must exceed the wish by theory.
func TestVnodesKeepThePeak(t *testing.T) {
	e, err := consistent.Find("ring-vnodes")
	if err != nil {
		t.Fatal(err)
	}
	for _, peak := range []float64{1.1, 1.25, 2} {
		w := RingWish{Nodes: 12, Peak: peak, Leave: LeaveAny}
		c, why := ringCandidate(e, w)
		if why != "" {
			t.Fatal(why)
		}
		if fewer, err := theory.SharePeak("dirichlet", w.Nodes, c.Options.Vnodes-1, 0); c.Options.Vnodes > 1 && (err != nil || fewer <= peak) {
			t.Errorf("peak=%v: %d vnodes, and one fewer has %v, %v", peak, c.Options.Vnodes, fewer, err)
		}
		const seeds = 200
		sum, squares := 0.0, 0.0
		for seed := range uint64(seeds) {
			p := peakOf(t, c, w.Nodes, seed+1)
			sum, squares = sum+p, squares+p*p
		}
		mean := sum / seeds
		se := math.Sqrt((squares/seeds - mean*mean) / seeds)
		if math.Abs(mean-c.Peak) > 6*se {
			t.Errorf("peak=%v with %d vnodes: measured %.4f ± %.4f, promised %.4f", peak, c.Options.Vnodes, mean, se, c.Peak)
		}
	}
}

// peakOf returns the greatest share of the circle times the number of nodes.
func peakOf(t *testing.T, c RingCandidate, nodes int, seed uint64) float64 {
	t.Helper()
	h, err := plan.OpenHash(c.Hash)
	if err != nil {
		t.Fatal(err)
	}
	o := c.Options
	o.Hash = h
	l, err := c.Entry.New(o, plan.Nodes(nodes, seed))
	if err != nil {
		t.Fatal(err)
	}
	points, shares, most := l.(consistent.Pointed).Points(), make([]float64, nodes), 0.0
	before := points[len(points)-1].Hash
	for _, p := range points {
		shares[p.Node] += math.Ldexp(float64(p.Hash-before), -64)
		before = p.Hash
		most = max(most, shares[p.Node])
	}
	return most * float64(nodes)
}

// TestRingCandidates: what is demanded decides who is a candidate.
func TestRingCandidates(t *testing.T) {
	for _, tt := range []struct {
		w    RingWish
		in   []string
		none []string
	}{
		{RingWish{Nodes: 12, Peak: 1.2, Leave: LeaveLast}, []string{"jump", "ring-vnodes", "rendezvous"}, []string{"modulo", "maglev"}},
		{RingWish{Nodes: 12, Peak: 1.2, Leave: LeaveAny}, []string{"ring-vnodes", "anchor"}, []string{"jump", "modulo", "ring-bounded"}},
		{RingWish{Nodes: 12, Peak: 1.2, Leave: LeaveNone}, []string{"modulo", "jump"}, nil},
		{RingWish{Nodes: 12, Peak: 1.2, Leave: LeaveAny, Weights: true}, []string{"rendezvous-weighted", "ring-vnodes"}, []string{"rendezvous", "multi-probe"}},
		{RingWish{Nodes: 12, Peak: 1.2, Leave: LeaveAny, Replicas: 3}, []string{"ring-vnodes", "rendezvous"}, []string{"anchor", "memento"}},
		{RingWish{Nodes: 12, Peak: 3, Leave: LeaveAny, MaxLoad: 1.25}, []string{"ring-bounded"}, []string{"ring-vnodes", "rendezvous"}},
	} {
		found, _ := ringCandidates(tt.w)
		var names []string
		for _, c := range found {
			names = append(names, c.Entry.Name)
		}
		for _, name := range tt.in {
			if !slices.Contains(names, name) {
				t.Errorf("%+v: %s is not among %v", tt.w, name, names)
			}
		}
		for _, name := range tt.none {
			if slices.Contains(names, name) {
				t.Errorf("%+v: %s is among %v", tt.w, name, names)
			}
		}
	}
}

// TestRing: by results where they hold what is needed, by a calibration where they do not.
func TestRing(t *testing.T) {
	a := planted(t, cheap("jump"))
	a.From = Auto
	for _, tt := range []struct {
		w     RingWish
		basis string
	}{
		{RingWish{Nodes: 12, Peak: 1.001, Leave: LeaveLast}, "results of this machine"}, // no ring is so even
		{RingWish{Nodes: 12, Peak: 1.2, Leave: LeaveAny, Weights: true, Replicas: 2}, "a calibration just now"},
	} {
		advice, err := a.Ring(t.Context(), tt.w)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(advice.Basis, tt.basis) {
			t.Errorf("%+v: timings from %s, want %s", tt.w, advice.Basis, tt.basis)
		}
		if tt.w.Leave == LeaveLast && advice.Ranked[0].Entry.Name != "jump" {
			t.Errorf("%+v: got %s, jump is the fastest", tt.w, advice.Ranked[0].Entry.Name)
		}
		var text strings.Builder
		if err := advice.Text(&text); err != nil || !strings.Contains(text.String(), "What would change the choice") {
			t.Errorf("%+v: %v in\n%s", tt.w, err, &text)
		}
	}
}

// TestImpossibleRing: a peak that takes more points than a ring may have gets the least that is possible.
func TestImpossibleRing(t *testing.T) {
	a := planted(t, even)
	a.From = Calibration
	advice, err := a.Ring(t.Context(), RingWish{Nodes: 12, Peak: 1.0001, Leave: LeaveAny, Weights: true, MaxLoad: 1.5})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(advice.Impossible, "the nearest that is possible is") || !(advice.Wish.Peak > 1.0001) {
		t.Errorf("got %q", advice.Impossible)
	}
}

func TestRingWishRefused(t *testing.T) {
	ok := RingWish{Nodes: 10, Peak: 1.1, Leave: LeaveAny}
	for want, change := range map[string]func(*RingWish){
		"0 nodes":          func(w *RingWish) { w.Nodes = 0 },
		"peak 1 is not":    func(w *RingWish) { w.Peak = 1 },
		"peak NaN":         func(w *RingWish) { w.Peak = math.NaN() },
		`leave "some"`:     func(w *RingWish) { w.Leave = "some" },
		"11 replicas":      func(w *RingWish) { w.Replicas = 11 },
		"at most 1 times":  func(w *RingWish) { w.MaxLoad = 1 },
		"at most -3 times": func(w *RingWish) { w.MaxLoad = -3 },
	} {
		w := ok
		change(&w)
		if got, err := (Adviser{}).Ring(t.Context(), w); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, %v, want an error with %q", got, err, want)
		}
	}
}
