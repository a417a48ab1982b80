package report

import (
	"fmt"
	"slices"

	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
)

func signupSection(s record.Store) (section, bool, error) {
	rows, err := record.Read[record.SignupRow](s, "signup.csv")
	if err != nil || len(rows) == 0 {
		return section{}, false, err
	}
	times, err := signupTimes(s, "signup_times.csv")
	if err != nil {
		return section{}, false, err
	}
	server, err := signupTimes(s, "signup_postgres_times.csv")
	if err != nil {
		return section{}, false, err
	}
	noise, err := record.Read[record.SignupNoiseRow](s, "signup_noise.csv")
	if err != nil {
		return section{}, false, err
	}
	sec := section{
		Title: "The sign-up page",
		Design: "User names in SQLite, embedded, and a guard in front: only what it lets through reaches the database. Queries are taken names, new ones, and taken ones with digits added, as " +
			"people type them; every answer is held against the truth. Other stories: a stale guard, deletion, growth, sign-ups meanwhile, other uses.",
		Reading: "*Avoided* is the share of queries that the guard answers alone, at the share of taken names at the head; theory is (1 − share)(1 − fpr). Taken names always reach the " +
			"database, so a page of returning users avoids little. `hash-set` holds all names exactly and shows the best that any guard could do.",
		Findings: slices.Concat(rightAnswers(rows), wrongAnswers(rows), savedTime(times), signupFloor(noise)), Small: guardsTable(rows, times, noise),
		Tables: []table{guardTable(rows), timesTable(append(times, server...), noise), startTable(times, noise), noiseTable(noise), storyTable(rows)},
		Limits: "The embedded database answers in microseconds because nothing lies between; a server behind a network takes longer, and a guard then saves more. " +
			"A table larger than SQLite's page cache still lies in the operating system's.",
	}
	if len(server) == 0 {
		sec.Limits += " PostgreSQL was not measured on this machine; `make signup-postgres` does."
	}
	return sec, true, nil
}

// lookupRow returns the row of a guard at a share of taken names in the main story.
func lookupRow(rows []record.SignupRow, guard string, hit record.Float) (record.SignupRow, bool) {
	i := slices.IndexFunc(rows, func(r record.SignupRow) bool { return r.Story == "lookups" && r.Filter == guard && r.HitShare == hit })
	if i < 0 {
		return record.SignupRow{}, false
	}
	return rows[i], true
}

func guardTable(rows []record.SignupRow) table {
	t := table{
		Caption: "Share of database queries avoided, by the share of queries for taken names (theory below each guard), and bytes of the guard.",
		Header:  []string{"guard", "hash", "bytes", "0", "0.05", "0.1", "0.5", "0.95", "1"},
	}
	var seen []string
	for _, r := range rows {
		if r.Story != "lookups" || slices.Contains(seen, r.Filter) {
			continue
		}
		seen = append(seen, r.Filter)
		measured, theory := []string{r.Filter, r.Hash, fmt.Sprint(r.GuardBytes)}, []string{"– theory", "", ""}
		for _, hit := range []record.Float{0, 0.05, 0.1, 0.5, 0.95, 1} {
			at, ok := lookupRow(rows, r.Filter, hit)
			if !ok {
				measured, theory = append(measured, unknown), append(theory, unknown)
				continue
			}
			measured, theory = append(measured, digits(at.AvoidedShare, 4)), append(theory, digits(at.AvoidedTheory, 4))
		}
		t.add(measured...)
		t.add(theory...)
	}
	return t
}

// guardsTable is what the report shows of the guards: what they take, avoid and cost.
func guardsTable(rows []record.SignupRow, times []record.SignupTimes, noise []record.SignupNoiseRow) table {
	shares := []record.Float{0, 0.05, 0.5, 0.95}
	t := table{Caption: "Share of database queries avoided, by the share of queries for taken names, and half of the look-ups, guard and database together, at no taken names. The last rows are controls, and the noise floor: a series over itself.", Header: []string{"guard", "bytes"}}
	for _, hit := range shares {
		t.Header = append(t.Header, percent(hit, 1)+" taken")
	}
	t.Header = append(t.Header, "guard alone, ns", "p50, ns")
	var seen []string
	for _, r := range rows {
		if r.Story != "lookups" || slices.Contains(seen, r.Filter) {
			continue
		}
		seen = append(seen, r.Filter)
		row := []string{r.Filter, count(uint64(r.GuardBytes))}
		for _, hit := range shares {
			cell := unknown
			if at, ok := lookupRow(rows, r.Filter, hit); ok {
				cell = percent(at.AvoidedShare, 3)
			}
			row = append(row, cell)
		}
		of := timesOf(times, "lookups", "sqlite", r.Filter, 0)
		t.add(append(row, blockMedian(of, guardNs), blockMedian(of, halfNs))...)
	}
	for _, control := range controlGuards {
		if of := timesOf(times, "lookups", "sqlite", control, 0); len(of) > 0 {
			t.add(control+" (control)", unknown, unknown, unknown, unknown, unknown, blockMedian(of, guardNs), unknown)
		}
	}
	at := noiseAt{"lookups", "sqlite", "bloom-classic", 0}
	if floor := at.floor(noise, "guard_ns_per_key"); floor != unknown {
		t.add("bloom-classic over itself", "", "", "", "", "", floor, at.floor(noise, "p50_ns"))
	}
	return t
}

// median returns the median of a column over blocks, unknown without any.
func median(times []record.SignupTimes, column func(record.SignupTimes) record.Float) record.Float {
	var values []record.Float
	for _, r := range times {
		if v := column(r); v.Known() {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return record.Unknown
	}
	slices.Sort(values)
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}

// timesOf returns the blocks of a guard in a story at a share of taken names.
func timesOf(times []record.SignupTimes, story, database, guard string, hit record.Float) (of []record.SignupTimes) {
	for _, r := range times {
		if r.Story == story && r.Database == database && r.Filter == guard && r.HitShare == hit {
			of = append(of, r)
		}
	}
	return of
}

func timesTable(times []record.SignupTimes, noise []record.SignupNoiseRow) table {
	t := table{
		Caption: "One look-up, guard and database together: medians over blocks with their 95 % intervals. *guard alone* is the guard's own time for a key, beside it those of the controls " +
			"`null` and `load`; *empty statement* is what the database takes to answer without reading a table. The rows of a guard over itself are the noise floor.",
		Header: []string{"story", "database", "guard", "taken names", "look-ups a second", "p50 ns", "p99 ns", "p99.9 ns", "guard alone, ns", "empty statement, ns"},
	}
	type line struct {
		story, database, guard string
		hit                    record.Float
	}
	var seen []line
	for _, r := range times {
		l := line{r.Story, r.Database, r.Filter, r.HitShare}
		if slices.Contains(seen, l) || !slices.Contains([]string{"lookups", "small-cache", "writes"}, r.Story) || !slices.Contains([]record.Float{0, 0.5, 1}, r.HitShare) {
			continue
		}
		seen = append(seen, l)
		of := timesOf(times, r.Story, r.Database, r.Filter, r.HitShare)
		column := func(c func(record.SignupTimes) record.Float) string { return blockMedian(of, c) }
		t.add(r.Story, r.Database, r.Filter, digits(r.HitShare, 2), column(func(r record.SignupTimes) record.Float { return r.LookupsPerSec }),
			column(halfNs), column(func(r record.SignupTimes) record.Float { return r.P99 }),
			column(func(r record.SignupTimes) record.Float { return r.P999 }), column(guardNs), column(func(r record.SignupTimes) record.Float { return r.NullNs }))
		at := noiseAt{r.Story, r.Database, r.Filter, r.HitShare}
		if floor := at.floor(noise, "lookups_per_s"); floor != unknown {
			t.add(r.Story, r.Database, r.Filter+" over itself", digits(r.HitShare, 2), floor, at.floor(noise, "p50_ns"), at.floor(noise, "p99_ns"), "", at.floor(noise, "guard_ns_per_key"), "")
		}
	}
	return t
}

func guardNs(r record.SignupTimes) record.Float    { return r.GuardNs }
func nsPerQuery(r record.SignupTimes) record.Float { return r.NsPerQuery }

func startTable(times []record.SignupTimes, noise []record.SignupNoiseRow) table {
	t := table{
		Caption: "A server's start: all names read from the table, the guard built from them, or from its stored form; seconds, medians over blocks with their 95 % intervals.",
		Header:  []string{"guard", "names", "read", "build", "restore", "heap bytes"},
	}
	var seen []string
	for _, r := range times {
		if r.Story != "start" || slices.Contains(seen, r.Filter) {
			continue
		}
		seen = append(seen, r.Filter)
		of := timesOf(times, r.Story, r.Database, r.Filter, r.HitShare)
		t.add(r.Filter, count(r.N), blockMedian(of, func(r record.SignupTimes) record.Float { return r.ReadSeconds }),
			blockMedian(of, func(r record.SignupTimes) record.Float { return r.BuildSeconds }),
			blockMedian(of, func(r record.SignupTimes) record.Float { return r.RestoreSec }),
			digits(median(of, func(r record.SignupTimes) record.Float { return r.HeapBytes }), 4))
		at := noiseAt{"start", r.Database, r.Filter, r.HitShare}
		if floor := at.floor(noise, "read_seconds"); floor != unknown {
			t.add(r.Filter+" over itself", "", floor, at.floor(noise, "build_seconds"), at.floor(noise, "restore_seconds"), "")
		}
	}
	return t
}

func storyTable(rows []record.SignupRow) table {
	t := table{
		Caption: "The other stories and uses: share of queries avoided, and answers that are not true.",
		Header:  []string{"story", "keys", "guard", "n", "designed for", "queries", "avoided", "theory", "not true", "theory"},
	}
	for _, r := range rows {
		if r.Story == "lookups" || r.Story == "small-cache" || r.Story == "probes" || r.Filter == "none" {
			continue
		}
		avoided := digits(r.AvoidedShare, 4)
		if r.Story == "writes" {
			avoided = unknown
		}
		t.add(r.Story, r.KeyClass, r.Filter, count(r.N), count(r.NDesign), count(r.Queries), avoided, digits(r.AvoidedTheory, 4),
			count(r.Wrong), digits(r.WrongTheory, 3))
	}
	return t
}

// rightAnswers counts the answers behind guards that hold all keys.
func rightAnswers(rows []record.SignupRow) []string {
	answers, wrong := honestAnswers(rows)
	if answers == 0 || wrong > 0 {
		return nil // the check says where
	}
	return []string{fmt.Sprintf("Not one of %s answers was wrong where the guard held all keys of the table.", count(answers))}
}

// honestAnswers counts answers where the guard holds all keys, and those that are not true.
func honestAnswers(rows []record.SignupRow) (answers, wrong uint64) {
	for _, r := range rows {
		if r.Database != "" && r.Story != "stale" && r.Filter != "bloom-clearing" {
			answers, wrong = answers+r.Queries, wrong+r.Wrong
		}
	}
	return answers, wrong
}

// wrongAnswers says what a stale guard and naive deletion do.
func wrongAnswers(rows []record.SignupRow) (found []string) {
	for _, r := range rows {
		switch {
		case r.Story == "stale" && r.Filter == "bloom-classic" && r.Wrong > 0:
			found = append(found, fmt.Sprintf("A second server whose filter is stale calls names available that were taken since: %s of the queries, of which %s were for such names.",
				percent(r.WrongShare, 3), percent(r.HitShare, 2)))
		case r.Filter == "bloom-clearing" && r.Wrong > 0:
			found = append(found, fmt.Sprintf("Deleting a tenth of the names by clearing their bits loses others: %s of the answers are wrong (theory %s).",
				percent(r.WrongShare, 3), percent(r.WrongTheory, 3)))
		}
	}
	return found
}

// savedTime sets the guard's time beside the look-up that it saves.
func savedTime(times []record.SignupTimes) []string {
	guard := median(timesOf(times, "lookups", "sqlite", "bloom-classic", 0), guardNs)
	query := median(timesOf(times, "lookups", "sqlite", "none", 0), nsPerQuery)
	ratios := record.SavedRatios(times, "sqlite", "bloom-classic", "xxh3")
	i, ok := stats.MedianInterval(ratios, 0.95)
	if !guard.Known() || !query.Known() || !ok {
		return nil
	}
	ratio, _ := stats.Median(ratios) // there is one where there is an interval
	return []string{fmt.Sprintf("`bloom-classic` answers in %s ns for what costs the embedded database %s ns; over all shares of taken names it is %s times as fast.",
		digits(guard, 3), digits(query, 3), within(record.Float(ratio), record.Float(i.Low), record.Float(i.High), 3))}
}
