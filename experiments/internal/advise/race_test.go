package advise

import (
	"math"
	"slices"
	"testing"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/filter"
)

// ran returns a runner that took so much in each round.
func ran(t *testing.T, name string, bytes int64, totals ...float64) *runner {
	t.Helper()
	c := &runner{Candidate: Candidate{Entry: find(t, name), Bytes: bytes}, totals: totals}
	c.Timing.Ns = record.Float(totals[len(totals)/2])
	return c
}

// TestSettle: of those that cost as much as the fastest the smallest is advised, and of equally small ones our own; who
// is slower than the noise explains is not, however small.
func TestSettle(t *testing.T) {
	for _, tt := range []struct {
		name    string
		runners []*runner
		want    string
		tied    []string
	}{
		{"smaller", []*runner{ran(t, "fuse-16", 200, 10, 10, 10), ran(t, "fuse-8", 100, 10.2, 10.2, 10.2)}, "fuse-8", []string{"fuse-16"}},
		{"ours", []*runner{ran(t, "x-parquet-split", 100, 10, 10, 10), ran(t, "bloom-split-256", 100, 10.2, 10.2, 10.2)}, "bloom-split-256", []string{"x-parquet-split"}},
		{"smaller before ours", []*runner{ran(t, "x-parquet-split", 100, 10, 10, 10), ran(t, "bloom-split-256", 110, 10.2, 10.2, 10.2)}, "x-parquet-split", []string{"bloom-split-256"}},
		{"faster", []*runner{ran(t, "fuse-16", 200, 10, 10, 10), ran(t, "fuse-8", 100, 10.5, 10.5, 10.5)}, "fuse-16", nil},
		{"a round that was disturbed", []*runner{ran(t, "fuse-16", 200, 10, 10, 30), ran(t, "fuse-8", 100, 11, 11, 11)}, "fuse-16", nil},
		{"rounds that are slow for all", []*runner{ran(t, "fuse-16", 200, 10, 20, 40), ran(t, "fuse-8", 100, 10.2, 20.4, 40.8)}, "fuse-8", []string{"fuse-16"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := &race{runners: tt.runners}
			tied := r.settle()
			if got := r.candidates()[0].Entry.Name; got != tt.want || !slices.Equal(tied, tt.tied) || len(r.runners) != 2 {
				t.Errorf("got %s, tied with %v, of %d, want %s with %v of 2", got, tied, len(r.runners), tt.want, tt.tied)
			}
		})
	}
}

// TestRank: rounds that are slow for some and for others not do not decide.
func TestRank(t *testing.T) {
	slow, fast := ran(t, "fuse-16", 1, 11, 22, 22, 11, 11), ran(t, "fuse-8", 1, 10, 20, 20, 20, 10)
	r := &race{runners: []*runner{slow, fast}}
	if r.rank(); r.runners[0] != fast {
		t.Errorf("%s is first, which is slower in four of five rounds", r.runners[0].Entry.Name)
	}
}

// TestCut: two stay at least, so many at most, and between them those that are near the first.
func TestCut(t *testing.T) {
	for _, tt := range []struct {
		times float64
		most  int
		want  int
	}{{1.25, 4, 3}, {1.25, 2, 2}, {1.01, 4, 2}, {9, 3, 3}, {9, 9, 4}} {
		r := &race{}
		for _, ns := range []float64{10, 11, 12, 13} {
			r.runners = append(r.runners, ran(t, "fuse-8", 1, ns))
		}
		if r.cut(tt.times, tt.most); len(r.runners) != tt.want {
			t.Errorf("times=%v most=%d: %d stay, want %d", tt.times, tt.most, len(r.runners), tt.want)
		}
	}
}

// TestFollow: what was timed only before gets the time that it would have now.
func TestFollow(t *testing.T) {
	at := func(name string, ns record.Float) Candidate {
		return Candidate{Entry: find(t, name), Timing: Timing{Ns: ns, Low: ns - 1, High: ns + 1}}
	}
	then := []Candidate{at("fuse-8", 10), at("fuse-16", 20), at("xor-8", 30)}
	got := follow(then[2:], []Candidate{at("fuse-16", 40), at("fuse-8", 20)}, then)
	if tm := got[0].Timing; tm.Ns != 60 || tm.Low != 58 || tm.High != 62 || tm.Note == "" || then[2].Timing.Ns != 30 {
		t.Errorf("got %+v, want twice 30 ± 1, and the earlier time kept", tm)
	}
}

// TestQueriesAreShared: of the pool the wish's share is in the filter, and all builds are asked for the same.
func TestQueriesAreShared(t *testing.T) {
	const n = 10_000
	pool, err := queries(n, 0.75)
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRace(FilterWish{N: n, HitShare: 0.75}, n, []Candidate{{Entry: find(t, "fuse-16"), Hash: plan.BaseHash, Spec: filter.Spec{N: n, FPR: 0.01}}})
	if err != nil {
		t.Fatal(err)
	}
	k, err := filterKernel(t.Context(), r.runners[0].Candidate, n, pool, true)
	if err != nil {
		t.Fatal(err)
	}
	found := uint64(0)
	for range poolKeys / callKeys {
		found += k.Run()
	}
	const z = 6 // normal, two-sided 2e-9
	if sd := math.Sqrt(0.75 * 0.25 / poolKeys); math.Abs(float64(found)/poolKeys-0.75) > z*sd {
		t.Errorf("%d of %d are found, want three quarters", found, poolKeys)
	}
}
