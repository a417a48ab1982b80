package main

import (
	"fmt"
	"io"
	"time"

	"hashlab/experiments/internal/record"
)

// account says where the time of the run went, and keeps it where the run measured all that it covered: what
// goes on from an earlier run has not the whole time.
func (b *books) account(jobs []*job, steps []record.Step, wall time.Duration, w io.Writer) {
	a := record.Account{Wall: round(wall.Seconds()), Steps: steps}
	for _, j := range jobs {
		a.Points += len(j.pending)
		for _, p := range j.pending {
			a.Predicted += p.Seconds / float64(j.parallel())
			if done, ok := j.journal.Find(p.Key); ok {
				a.Work += done.Work / float64(j.parallel())
			}
		}
	}
	if a.Points == 0 {
		return
	}
	a.Predicted, a.Work = round(a.Predicted), round(a.Work)
	fmt.Fprintf(w, "%d points took %s, predicted %s; %.0f %% of the time went into samples, builds, keys and computing\n",
		a.Points, clock(a.Wall), clock(a.Predicted), 100*a.WorkShare())
	if !b.flags.narrowed && b.flags.whole(jobs) {
		b.run.Account = &a
	}
}

// whole reports whether the run covers all experiments and had everything to measure.
func (f *runFlags) whole(jobs []*job) bool {
	for _, j := range jobs {
		if len(j.pending) < len(j.points) {
			return false
		}
	}
	return len(jobs) == len(experiments)
}
