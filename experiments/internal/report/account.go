package report

import (
	"fmt"

	"hashlab/experiments/internal/record"
)

// account says where the time of the last whole run went; "" where none is on record.
func account(run record.Run) string {
	a := run.Account
	if a == nil || a.Wall <= 0 {
		return ""
	}
	return fmt.Sprintf("The harness itself: the last whole run measured %s points in %s s, %s of it inside samples, builds, keys and "+
		"deterministic computing; %s s had been predicted, a factor of %s.",
		count(uint64(a.Points)), digits(record.Float(a.Wall), 4), percent(a.WorkShare(), 3), digits(record.Float(a.Predicted), 4), digits(a.Accuracy(), 3))
}

// bootstrap says what stands beside the interval by order statistics, and where.
func bootstrap() string {
	return fmt.Sprintf("Where there are more than %d blocks, as in the `full` profile, a percentile bootstrap of %s resamples (seed %d) stands beside it in [results/](results/).",
		record.BootstrapBeyond, count(record.BootstrapResamples), record.BootstrapSeed)
}
