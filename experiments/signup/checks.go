package signup

import (
	"fmt"
	"slices"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
)

// checks holds the rows and the times of one database to what must be true of them.
func checks(rows []record.SignupRow, times []record.SignupTimes) []record.CheckRow {
	where := ""
	for _, r := range rows {
		if r.Database == databasePostgres {
			where = " (" + databasePostgres + ")"
		}
	}
	all := []record.CheckRow{noWrongAnswer(rows), agreesWithTheory(rows)}
	all = append(all, faultsShow(rows)...)
	if c, ok := saves(times); ok {
		all = append(all, c)
	}
	for i := range all {
		all[i].Experiment, all[i].Check = "signup", all[i].Check+where
	}
	return all
}

// noWrongAnswer checks that guard and table together never say what is not true, where the guard holds all
// keys of the table.
func noWrongAnswer(rows []record.SignupRow) record.CheckRow {
	c := record.CheckRow{Check: "no wrong answer behind an honest guard", Holds: true}
	answers, wrong := uint64(0), uint64(0)
	for _, r := range rows {
		st, err := findStory(r.Story)
		if err != nil || !(st.honest || r.Story == "delete" && r.Filter != clearing) {
			continue
		}
		c.Tests++
		answers, wrong = answers+r.Queries, wrong+r.Wrong
		if r.Wrong > 0 {
			c.Holds = false
			c.Detail += fmt.Sprintf("%s before %s, hit share %g: %d; ", r.Filter, r.Story, r.HitShare, r.Wrong)
		}
	}
	c.Detail += fmt.Sprintf("%d of %d answers are not true", wrong, answers)
	return c
}

// agreesWithTheory checks that the simultaneous interval of every gated row holds 1 - h - (1-h) fpr.
func agreesWithTheory(rows []record.SignupRow) record.CheckRow {
	c := record.CheckRow{Check: "the share of avoided queries agrees with theory", Holds: true}
	for _, r := range rows {
		if !r.GateLow.Known() {
			continue
		}
		c.Tests++
		if r.AvoidedTheory < r.GateLow || r.AvoidedTheory > r.GateHigh {
			c.Holds = false
			c.Detail += fmt.Sprintf("%s, %s, hit share %g, n = %d: %.4f to %.4f, theory %.4f; ", r.Story, r.Filter, r.HitShare, r.N, r.GateLow, r.GateHigh, r.AvoidedTheory)
		}
	}
	c.Detail += fmt.Sprintf("intervals simultaneous at family level %g", familyError)
	return c
}

// faultsShow checks that a stale guard and naive deletion give wrong answers: what cannot see them sees nothing.
func faultsShow(rows []record.SignupRow) (all []record.CheckRow) {
	for _, fault := range []struct{ story, filter, check string }{
		{"stale", "bloom-classic", "a stale guard gives wrong answers"},
		{"delete", clearing, "deleting by clearing bits gives wrong answers"},
	} {
		for _, r := range rows {
			if r.Story == fault.story && r.Filter == fault.filter {
				all = append(all, record.CheckRow{Check: fault.check, Tests: 1, Holds: r.Wrong > 0,
					Detail: fmt.Sprintf("%d of %d answers are not true, %.4f; theory %.4f", r.Wrong, r.Queries, r.WrongShare, r.WrongTheory)})
			}
		}
	}
	return all
}

// savedFactor is how many times as fast as the look-up that it saves the base filter is at least.
const savedFactor = 100

// saves checks that the base filter is at least 100 times as fast as the look-up in the embedded database: the lower
// end of the 95 % interval of the median ratio, or the least ratio where they are too few for one. False without any.
func saves(times []record.SignupTimes) (c record.CheckRow, ok bool) {
	ratios := record.SavedRatios(times, databaseSQLite, plan.BaseFilter, plan.BaseHash)
	median, ok := stats.Median(ratios)
	if !ok {
		return c, false
	}
	low := slices.Min(ratios)
	if i, ok := stats.MedianInterval(ratios, 0.95); ok {
		low = i.Low
	}
	return record.CheckRow{Check: fmt.Sprintf("%s is at least %d times as fast as the look-up that it saves", plan.BaseFilter, savedFactor), Tests: len(ratios),
		Holds: low >= savedFactor, Detail: fmt.Sprintf("median %.0f times, at least %.0f", median, low)}, true
}
