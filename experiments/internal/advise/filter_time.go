package advise

import (
	"context"
	"fmt"
	"slices"

	"hashlab/experiments/internal/record"
)

// timeFilters ranks the candidates by their times: by results, and those near the best by a race now, or, where the
// results lack one of them, do not come near its size, or are not of this machine, by a calibration. With Results alone
// nothing is timed, and what the results lack is refused.
func (a Adviser) timeFilters(ctx context.Context, advice *FilterAdvice, found []Candidate) error {
	use, err := a.fromResults("throughput")
	if err != nil {
		return err
	}
	if !use || advice.Wish.Untrusted && a.From != Results {
		return a.calibrate(ctx, advice, found)
	}
	rows, err := record.Read[record.ThroughputRow](a.Store, "throughput.csv")
	if err != nil {
		return err
	}
	far := false
	for _, c := range found {
		t, ok := readTime(rows, c, advice.Wish)
		if !ok {
			advice.Refused = append(advice.Refused, c.Entry.Name+": not timed in results")
			continue
		}
		far, c.Timing = far || t.Far, t
		advice.Ranked = append(advice.Ranked, c)
	}
	sortByTotal(advice.Ranked, advice.Wish)
	advice.Basis = "results of this machine (" + a.Machine + ")"
	switch {
	case a.From == Results && len(advice.Ranked) == 0:
		return fmt.Errorf("%s has timings of none of the %d filters that fit", a.Store.Result("throughput.csv"), len(found))
	case a.From == Results:
		advice.Tied = overlapping(advice.Ranked, advice.Wish)
		advice.TieRule = "the intervals of the results overlap; a race now (--from auto) tells them apart"
		return nil
	case far || len(advice.Ranked) < len(found):
		advice.Refused = advice.Refused[:len(advice.Refused)-(len(found)-len(advice.Ranked))]
		return a.calibrate(ctx, advice, found)
	}
	w, near := advice.Wish, len(advice.Ranked)
	if far := slices.IndexFunc(advice.Ranked, func(c Candidate) bool { return c.Total(w) > nearBest*advice.Ranked[0].Total(w) }); far >= 0 {
		near = min(near, max(2, far))
	}
	return a.race(ctx, advice, near)
}

// overlapping names those whose look-ups may cost as little as the first's: the intervals overlap by more than the misses
// tell them apart.
func overlapping(ranked []Candidate, w FilterWish) (names []string) {
	first := ranked[0]
	for _, c := range ranked[1:] {
		if float64(c.Timing.Low)+c.missing(w) <= float64(first.Timing.High)+first.missing(w) {
			names = append(names, c.Entry.Name)
		}
	}
	return names
}
