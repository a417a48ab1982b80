package figure

import (
	"encoding/json"
	"fmt"
	"strconv"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// cacheMarks returns a rule at each number of keys from which on a filter of so many bytes a key outgrows a cache of
// the machine that the results are from, and a sentence that explains them; nothing where the caches are not known.
func cacheMarks(s record.Store, bytesPerKey float64) (marks []chart.Mark, text string, err error) {
	run, err := s.ReadRun()
	if err != nil || len(run.Machine) == 0 || !(bytesPerKey > 0) {
		return nil, "", err
	}
	var machine struct {
		Hardware map[string]string `json:"hardware"`
	}
	if err := json.Unmarshal(run.Machine, &machine); err != nil {
		return nil, "", fmt.Errorf("%s: machine: %w", record.RunFile, err)
	}
	for _, cache := range []string{"l1_bytes", "l2_bytes", "l3_bytes"} {
		size, err := strconv.ParseFloat(machine.Hardware[cache], 64)
		if err != nil || size <= 0 {
			continue // not known of this machine
		}
		marks = append(marks, chart.Rule{Across: chart.OnX, At: size / bytesPerKey, Style: chart.Bound})
	}
	if len(marks) > 0 {
		text = fmt.Sprintf(" Dashed: where %s outgrows a cache of the machine.", baseFilter)
	}
	return marks, text, nil
}

// bytesPerKeyOf returns the bytes a key of a filter in rows, 0 where it is not among them.
func bytesPerKeyOf(rows []record.ThroughputRow, filter string) float64 {
	best := 0.0
	most := uint64(0)
	for _, r := range rows {
		if r.Impl == filter && r.N > most {
			most, best = r.N, float64(r.Bytes)/float64(r.N)
		}
	}
	return best
}
