package report

import (
	"fmt"
	"strings"

	"hashlab/experiments/internal/record"
)

// A flagged series is what may be wrong with a timing series; nothing of it is dropped.
type flagged struct {
	samples, outliers int
	trendP            record.Float
}

// A taken point is how often its samples were taken.
type taken struct {
	attempts  int
	disturbed bool
}

// trendLevel is the p-value from which a series is said to have a trend.
const trendLevel = 0.01

// timingFlags says how many samples and series are flagged. Results of earlier programs have no flags.
func timingFlags(series []flagged, points []taken) []string {
	again, still, attempts := 0, 0, 0
	for _, p := range points {
		if p.attempts > 1 {
			again++
			attempts += p.attempts - 1
		}
		if p.disturbed {
			still++
		}
	}
	samples, outliers, judged, trends := 0, 0, 0, 0
	for _, s := range series {
		samples += s.samples
		outliers += s.outliers
		if s.trendP.Known() && s.trendP > 0 {
			judged++
			if s.trendP <= trendLevel {
				trends++
			}
		}
	}
	var parts []string
	if len(points) > 0 {
		parts = append(parts, fmt.Sprintf("of %s timings %s were taken again, %s times in all, since the machine did something else meanwhile, and %s were disturbed in the last attempt too",
			count(uint64(len(points))), count(uint64(again)), count(uint64(attempts)), count(uint64(still))))
	}
	if judged > 0 {
		parts = append(parts, fmt.Sprintf("%s of %s samples are outliers, beyond three interquartile ranges", count(uint64(outliers)), count(uint64(samples))),
			fmt.Sprintf("%d of %d series rise or fall over their blocks (Kendall's τ, p ≤ %g each)", trends, judged, trendLevel))
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{"Flagged, and kept: " + strings.Join(parts, "; ") + "."}
}

func throughputFlags(s record.Store, rows []record.ThroughputRow) ([]string, error) {
	points, err := record.Read[record.ThroughputPoint](s, "throughput_points.csv")
	if err != nil {
		return nil, err
	}
	var series []flagged
	for _, r := range rows {
		series = append(series, flagged{r.Samples, r.Outliers, r.TrendP})
	}
	var all []taken
	for _, p := range points {
		all = append(all, taken{p.Attempts, p.Disturbed})
	}
	return timingFlags(series, all), nil
}

func hashingFlags(s record.Store, rows []record.HashingRow) ([]string, error) {
	points, err := record.Read[record.HashingPoint](s, "hashing_points.csv")
	if err != nil {
		return nil, err
	}
	var series []flagged
	for _, r := range rows {
		series = append(series, flagged{r.Samples, r.Outliers, r.TrendP})
	}
	var all []taken
	for _, p := range points {
		all = append(all, taken{p.Attempts, p.Disturbed})
	}
	return timingFlags(series, all), nil
}
