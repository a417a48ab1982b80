package advise

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
)

// What a calibration takes. All that fit run in heats, small and short; those that came near the best there run at the
// size that is wished for; those that are near then in a final, with several builds of each. What was timed in one stage
// does not count in the next, so that who was lucky in one must be fast in another.
const (
	coarseN      = 50_000
	coarseRounds = 5
	nearBest     = 1.6 // times the best total
	sizedN       = 10_000_000
	sizedRounds  = 9
	closeBest    = 1.25
	finalRounds  = 60
	finalBuilds  = 3
	finalists    = 4
	largeN       = 1_000_000 // beyond, building takes seconds: half as many run, of one build each
	entrants     = 12
)

// calibrate times all that fit, small, and has those race that come near the best.
func (a Adviser) calibrate(ctx context.Context, advice *FilterAdvice, found []Candidate) error {
	w := advice.Wish
	heats, err := newRace(w, coarseN, found)
	if err != nil {
		return err
	}
	a.tell("timing %s that fit with %s", plural(len(found), "filter"), plural(int(heats.n), "key"))
	if err := heats.run(ctx, 1, coarseRounds); err != nil {
		return err
	}
	advice.Ranked = heats.candidates()
	advice.Basis = fmt.Sprintf("a calibration just now: %d that fit with %s", len(found), plural(int(heats.n), "key"))
	return a.race(ctx, advice, heats.near(nearBest))
}

// race times the first of the ranked, which are near the best, side by side at the size that is wished for, and ranks them anew
// before the others.
func (a Adviser) race(ctx context.Context, advice *FilterAdvice, near int) error {
	w := advice.Wish
	near = min(near, entrants)
	if w.N > largeN {
		near = min(near, entrants/2)
	}
	r, err := newRace(w, sizedN, advice.Ranked[:near])
	if err != nil {
		return err
	}
	a.tell("timing the best %s with %s", plural(near, "filter"), plural(int(r.n), "key"))
	if err := r.run(ctx, 1, sizedRounds); err != nil {
		return err
	}
	raced := r.candidates()
	r.cut(closeBest, finalists)
	builds := finalBuilds
	if r.n > largeN {
		builds = 1
	}
	a.tell("timing the best %s in %d rounds over %s", plural(len(r.runners), "filter"), finalRounds, plural(builds, "build"))
	if err := r.run(ctx, builds, finalRounds); err != nil {
		return err
	}
	advice.Tied = r.settle()
	advice.TieRule = fmt.Sprintf("within %.0f %%, as two builds of one filter may differ; the smallest is advised, and of equally small ones one without a module to fetch", 100*(noise-1))
	last := r.candidates()
	others := slices.Concat(last[1:], follow(raced[len(last):], last, raced), follow(advice.Ranked[near:], last, advice.Ranked))
	sortByTotal(others, w)
	advice.Ranked = append(last[:1:1], others...)
	advice.Basis += fmt.Sprintf("; then the best %d side by side with %s, and the best %d again, in %d rounds over %s",
		near, plural(int(r.n), "key"), len(last), finalRounds, plural(builds, "build"))
	return nil
}

// follow returns candidates of an earlier stage with the times that they would have now: by as much longer or shorter as
// those came out that were timed in both.
func follow(rest, now, then []Candidate) []Candidate {
	var ratios []float64
	for _, c := range now {
		at := slices.IndexFunc(then, func(o Candidate) bool { return o.Entry.Name == c.Entry.Name })
		ratios = append(ratios, float64(c.Timing.Ns/then[at].Timing.Ns))
	}
	scale := record.Float(stats.MiddleInPlace(ratios))
	rest = slices.Clone(rest)
	for i := range rest {
		t := &rest[i].Timing
		t.Ns, t.Low, t.High = scale*t.Ns, scale*t.Low, scale*t.High
		t.Note = join(t.Note, "from an earlier stage, scaled as the best came out")
	}
	return rest
}

func sortByTotal(all []Candidate, w FilterWish) {
	slices.SortStableFunc(all, func(x, y Candidate) int { return cmp.Compare(x.Total(w), y.Total(w)) })
}

// tell reports progress, where somebody wants to know.
func (a Adviser) tell(format string, args ...any) {
	if a.Progress != nil {
		a.Progress(fmt.Sprintf(format, args...))
	}
}

func plural(count int, noun string) string {
	if count == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", count, noun)
}
