package report

import (
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/record"
)

// shownN is the size of filters in the table of look-ups.
const shownN = 1_000_000

func throughputSection(s record.Store) (section, bool, error) {
	rows, err := record.Read[record.ThroughputRow](s, "throughput.csv")
	if err != nil || len(rows) == 0 {
		return section{}, false, err
	}
	noise, err := record.Read[record.NoiseRow](s, "throughput_noise.csv")
	if err != nil {
		return section{}, false, err
	}
	flags, err := throughputFlags(s, rows)
	if err != nil {
		return section{}, false, err
	}
	more, err := filterTables(s, rows)
	if err != nil {
		return section{}, false, err
	}
	beside, err := besideRows(s)
	if err != nil {
		return section{}, false, err
	}
	tables := slices.Concat([]table{lookupTable(rows)}, more, []table{addTable(rows), locateTable(rows)}, locatorTables(rows))
	if len(beside) > 0 {
		tables = append(tables, besideTable(beside))
	}
	return section{
		Title:    "Throughput",
		Findings: slices.Concat(bulkGains(rows), growth(rows), besideFindings(beside), noiseFloor(noise), flags),
		Design: "Filters are sized for 0.01 and filled; queries come from a pool too large to be learnt, present and absent ones mixed at random. One a call goes by the interface, many " +
			"in one call by `ContainsAll`. Locators place `user:N:profile` keys.",
		Reading: "*Key* includes the hash function, on 16-byte keys; *hash* is of prepared hashes, the structure alone. In the figures `null` does nothing but read its input, which is the " +
			"harness's own time, and `load` reads one word a hash besides. Overlapping intervals tell nothing apart.",
		Small:  sizedTable(rows),
		Tables: tables,
		Limits: "One thread, but where several are named, and a machine that others share: differences within the intervals are none. Two threads are all that this machine runs at a time: what more would gain is not shown. " +
			"cockroachdb/pebble's Bloom filter is not among the filters of other projects: its package links the database's error reporting with it (cockroachdb/errors, getsentry/sentry-go, gogo/protobuf).",
	}, true, nil
}

// noiseFloor says what comparing a series with itself gives: less than that cannot be told apart.
func noiseFloor(rows []record.NoiseRow) []string {
	var parts []string
	for _, r := range rows {
		place := fmt.Sprintf("n = %s", count(r.N))
		if r.Nodes > 0 {
			place = fmt.Sprintf("%d nodes", r.Nodes)
		}
		parts = append(parts, fmt.Sprintf("`%s` at %s %s", r.Impl, place, within(r.Ratio, r.Low, r.High, 3)))
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{"Noise floor: series timed twice in each block, as if they were two, have the ratios " + strings.Join(parts, ", ") + ". Smaller differences than these between two implementations mean nothing."}
}

// bulkGains says in which of our filters many look-ups in one call gain most, and in how many they are faster or slower
// beyond the intervals.
func bulkGains(rows []record.ThroughputRow) []string {
	n := largestN(rows, shownN)
	single := map[string]record.ThroughputRow{}
	at := func(r record.ThroughputRow, op string) bool {
		return r.Kind == "filter" && r.Mode == "prehashed" && r.N == n && r.HitShare == 0.5 && r.Op == op && ours(r.Impl)
	}
	for _, r := range rows {
		if at(r, "contains") {
			single[r.Impl] = r
		}
	}
	most, gain := "", record.Float(0)
	all, faster, slower := 0, 0, 0
	for _, r := range rows {
		s, ok := single[r.Impl]
		if !at(r, "bulk") || !ok {
			continue
		}
		all++
		if times := s.NsPerKey / r.NsPerKey; times > gain {
			most, gain = r.Impl, times
		}
		switch {
		case r.NsHigh < s.NsLow:
			faster++
		case r.NsLow > s.NsHigh:
			slower++
		}
	}
	if all < 2 || faster == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Many look-ups of prepared hashes in one call are faster, beyond the intervals, in %d of %d filters of ours, most in `%s`, which takes 1/%s of the time, and slower in %s; n = %s, half present.",
		faster, all, most, digits(gain, 3), someOf(slower), count(n))}
}

// someOf writes how many of them there are: "none", or "3".
func someOf(n int) string {
	if n == 0 {
		return "none"
	}
	return fmt.Sprint(n)
}

// growth says how the time of locating grows with the nodes: in how many locators hardly, and where most.
func growth(rows []record.ThroughputRow) []string {
	most := mostNodes(rows, "prehashed")
	before, flat, all := map[string]record.Float{}, 0, 0
	worst, by := "", record.Float(0)
	at := func(r record.ThroughputRow, nodes int) bool {
		return r.Kind == "locator" && r.Op == "locate" && r.Mode == "prehashed" && r.Nodes == nodes && ours(r.Impl)
	}
	for _, r := range rows {
		if at(r, baseNodes) {
			before[r.Impl] = r.NsPerKey
		}
	}
	for _, r := range rows {
		was, ok := before[r.Impl]
		if !at(r, most) || !ok {
			continue
		}
		all++
		grown := r.NsPerKey / was
		if grown <= 1.5 {
			flat++
		}
		if grown > by {
			worst, by = r.Impl, grown
		}
	}
	if all < 2 || most <= baseNodes {
		return nil
	}
	return []string{fmt.Sprintf("From %d to %s nodes locating a prepared hash takes at most 1.5 times as long in %d of %d locators of ours, and %s times in `%s`.", baseNodes, count(uint64(most)), flat, all, digits(by, 3), worst)}
}

// ours says that an implementation is of hashlab's library, and neither a control nor an article's.
func ours(name string) bool {
	return name != "null" && name != loadControl && !strings.HasPrefix(name, "x-") && !strings.HasPrefix(name, "article-")
}

func lookupTable(rows []record.ThroughputRow) table {
	n := largestN(rows, shownN)
	t := table{
		Caption: fmt.Sprintf("Look-ups at n = %s, ns a key (95 %% interval), by share of queries for present keys.", count(n)),
		Header:  []string{"filter", "mode", "hash", "bytes", "hit share 0", "0.5", "1"},
	}
	type line struct{ impl, mode, hash string }
	var order []line
	cells := map[line]map[record.Float]record.ThroughputRow{}
	for _, r := range rows {
		if r.Kind != "filter" || r.Op != "contains" || r.N != n {
			continue
		}
		l := line{r.Impl, r.Mode, r.Hash}
		if cells[l] == nil {
			cells[l] = map[record.Float]record.ThroughputRow{}
			order = append(order, l)
		}
		cells[l][r.HitShare] = r
	}
	for _, l := range order {
		row := []string{l.impl, l.mode, l.hash, fmt.Sprint(cells[l][0.5].Bytes)}
		for _, hit := range []record.Float{0, 0.5, 1} {
			r, ok := cells[l][hit]
			if !ok {
				row = append(row, unknown)
				continue
			}
			row = append(row, within(r.NsPerKey, r.NsLow, r.NsHigh, 3))
		}
		t.add(row...)
	}
	return t
}

// sizedTable is what the report shows of filters: a row for each, looked up one by one and in bulk, and filled.
func sizedTable(rows []record.ThroughputRow) table {
	n := largestN(rows, shownN)
	t := table{
		Caption: fmt.Sprintf("Filters of n = %s, ns a key: look-ups of which half are present, with hashing and of prepared hashes, one a call and many in one; adding is of prepared hashes.", count(n)),
		Header:  []string{"filter", "one key", "keys in bulk", "one hash", "hashes in bulk", "adding"},
	}
	type cell struct{ impl, op, mode string }
	times, names := map[cell]record.ThroughputRow{}, map[string]bool{}
	for _, r := range rows {
		if r.Kind != "filter" || r.N != n || r.Op != "add" && r.HitShare != 0.5 {
			continue
		}
		at := cell{r.Impl, r.Op, r.Mode}
		if best, ok := times[at]; !ok || r.NsPerKey < best.NsPerKey {
			times[at] = r
		}
		names[r.Impl] = true
	}
	for _, name := range sortedNames(names) {
		row := []string{name}
		for _, at := range []cell{{name, "contains", "keys"}, {name, "bulk", "keys"}, {name, "contains", "prehashed"}, {name, "bulk", "prehashed"}, {name, "add", "prehashed"}} {
			text := unknown
			if r, ok := times[at]; ok {
				text = within(r.NsPerKey, r.NsLow, r.NsHigh, 2)
			}
			row = append(row, text)
		}
		t.add(row...)
	}
	return t
}

// largestN returns the greatest n up to most that filters were looked up at.
func largestN(rows []record.ThroughputRow, most uint64) (n uint64) {
	for _, r := range rows {
		if r.Op == "contains" && r.N <= most {
			n = max(n, r.N)
		}
	}
	return n
}

func addTable(rows []record.ThroughputRow) table {
	n := largestN(rows, shownN)
	t := table{
		Caption: fmt.Sprintf("Adding %s keys to an empty filter, making it included, ns a key (95 %% interval).", count(n)),
		Header:  []string{"filter", "mode", "hash", "ns a key"},
	}
	for _, r := range rows {
		if r.Kind == "filter" && r.Op == "add" && r.N == n {
			t.add(r.Impl, r.Mode, r.Hash, within(r.NsPerKey, r.NsLow, r.NsHigh, 3))
		}
	}
	return t
}

func locateTable(rows []record.ThroughputRow) table {
	t := table{
		Caption: "Locating a key, ns (95 % interval), by number of nodes; vnodes at each locator's default.",
		Header:  []string{"locator", "mode", "hash", "nodes", "ns a key"},
	}
	for _, r := range rows {
		if r.Kind == "locator" && r.Op == "locate" {
			t.add(r.Impl, r.Mode, r.Hash, fmt.Sprint(r.Nodes), within(r.NsPerKey, r.NsLow, r.NsHigh, 3))
		}
	}
	return t
}
