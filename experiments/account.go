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
		if len(j.pending) == 0 {
			continue
		}
		part := j.part()
		a.Points, a.Predicted, a.Work = a.Points+part.Points, a.Predicted+part.Predicted, a.Work+part.Work
		part.Predicted, part.Work = round(part.Predicted), round(part.Work)
		a.Parts = append(a.Parts, part)
	}
	if a.Points == 0 {
		return
	}
	a.Predicted, a.Work = round(a.Predicted), round(a.Work)
	for _, p := range a.Parts {
		fmt.Fprintf(w, "%-12s took %s, predicted %s, %.2f times as much\n", p.Experiment, clock(p.Wall), clock(p.Predicted), p.Predicted/max(p.Wall, 1e-3))
	}
	fmt.Fprintf(w, "%d points took %s, predicted %s; %.0f %% of the time went into samples, builds, keys and computing\n",
		a.Points, clock(a.Wall), clock(a.Predicted), 100*a.WorkShare())
	if !b.flags.narrowed && b.flags.whole(jobs) {
		b.run.Account = &a
	}
}

// part says what the job took.
func (j *job) part() record.Part {
	part := record.Part{Experiment: j.experiment.Name, Points: len(j.pending), Wall: round(j.took.Seconds()), Work: j.judged.Seconds()}
	for _, p := range j.pending {
		part.Predicted += p.Seconds / float64(j.parallel())
		if done, ok := j.journal.Find(p.Key); ok {
			part.Work += done.Work / float64(j.parallel())
		}
	}
	return part
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
