package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/record"
)

// bulkTable sets single and bulk look-ups of prepared hashes side by side at the shares of present keys.
func bulkTable(rows []record.ThroughputRow) (table, bool) {
	n := largestN(rows, shownN)
	times := map[string]record.ThroughputRow{}
	var filters []string
	for _, r := range rows {
		if r.Kind != "filter" || r.Mode != "prehashed" || r.N != n || r.Op != "contains" && r.Op != "bulk" {
			continue
		}
		times[fmt.Sprint(r.Impl, r.Op, r.HitShare)] = r
		if r.Op == "bulk" && !slices.Contains(filters, r.Impl) {
			filters = append(filters, r.Impl)
		}
	}
	slices.Sort(filters)
	t := table{
		Caption: fmt.Sprintf("Look-ups of prepared hashes at n = %s, one a call by the interface and many in one call, ns a key, by share of queries for present keys; *gain* is single over bulk at one half.", count(n)),
		Header:  []string{"filter", "single, 0", "0.05", "0.5", "0.95", "1", "bulk, 0", "0.5", "1", "gain"},
	}
	cell := func(filter, op string, hit record.Float) string {
		r, ok := times[fmt.Sprint(filter, op, hit)]
		if !ok {
			return unknown
		}
		return digits(r.NsPerKey, 3)
	}
	for _, filter := range filters {
		line := []string{"`" + filter + "`"}
		for _, hit := range []record.Float{0, 0.05, 0.5, 0.95, 1} {
			line = append(line, cell(filter, "contains", hit))
		}
		for _, hit := range []record.Float{0, 0.5, 1} {
			line = append(line, cell(filter, "bulk", hit))
		}
		single, bulk := times[fmt.Sprint(filter, "contains", record.Float(0.5))], times[fmt.Sprint(filter, "bulk", record.Float(0.5))]
		gain := unknown
		if single.NsPerKey > 0 && bulk.NsPerKey > 0 {
			gain = digits(single.NsPerKey/bulk.NsPerKey, 3)
		}
		t.add(append(line, gain)...)
	}
	return t, len(filters) > 0
}

// paretoTable sets filters of one rate side by side, the smallest first.
func paretoTable(s record.Store) (table, bool, error) {
	rows, err := record.Read[record.EqualRow](s, "throughput_equal.csv")
	if err != nil {
		return table{}, false, err
	}
	slices.SortStableFunc(rows, func(a, b record.EqualRow) int {
		return cmp.Or(-cmp.Compare(a.TargetFPR, b.TargetFPR), cmp.Compare(a.BitsPerKey, b.BitsPerKey), strings.Compare(a.Impl, b.Impl))
	})
	single := map[string]record.EqualRow{}
	for _, r := range rows {
		if r.Op == "contains" {
			single[fmt.Sprint(r.Impl, r.TargetFPR)] = r
		}
	}
	t := table{
		Caption: "Filters at one false-positive rate: measured rate, space and time of a look-up of prepared hashes, half of them present (95 % intervals). Filters whose rate is less than half of the one that they are sized for are left out: they are other filters. *Beaten by* names one that is both smaller and faster in bulk.",
		Header:  []string{"rate", "filter", "measured rate", "bits a key", "single, ns", "bulk, ns", "beaten by"},
	}
	for _, r := range rows {
		if r.Op != "bulk" {
			continue
		}
		one := unknown
		if s, ok := single[fmt.Sprint(r.Impl, r.TargetFPR)]; ok {
			one = within(s.NsPerKey, s.NsLow, s.NsHigh, 3)
		}
		t.add(digits(r.TargetFPR, 4), "`"+r.Impl+"`", within(r.FPR, r.FPRLow, r.FPRHigh, 3), digits(r.BitsPerKey, 4), one, within(r.NsPerKey, r.NsLow, r.NsHigh, 3), beatenBy(rows, r))
	}
	return t, len(t.Rows) > 0, nil
}

// beatenBy names the fastest filter that takes no more space and less time, or says that there is none.
func beatenBy(rows []record.EqualRow, r record.EqualRow) string {
	best := record.EqualRow{}
	for _, other := range rows {
		if other.Op == r.Op && other.TargetFPR == r.TargetFPR && other.BitsPerKey <= r.BitsPerKey && other.NsPerKey < r.NsPerKey &&
			(best.Impl == "" || other.NsPerKey < best.NsPerKey) {
			best = other
		}
	}
	if best.Impl == "" {
		return "none"
	}
	return "`" + best.Impl + "`"
}

// concurrencyTable shows what more threads gain on one filter.
func concurrencyTable(s record.Store) (table, bool, error) {
	rows, err := record.Read[record.ConcurrencyRow](s, "throughput_concurrency.csv")
	if err != nil {
		return table{}, false, err
	}
	one := map[string]record.ConcurrencyRow{}
	name := func(r record.ConcurrencyRow) string { return fmt.Sprint(r.Impl, r.Guard, r.Op) }
	for _, r := range rows {
		if r.Threads == 1 {
			one[name(r)] = r
		}
	}
	t := table{
		Caption: "One filter shared by threads: wall time over all keys that they handle between them, ns a key (95 % interval). *Gain* is how many times as many keys in the same time. A `sync.RWMutex` is taken for each key.",
		Header:  []string{"filter", "lock", "what", "1 thread", "threads", "that many", "gain"},
	}
	for _, r := range rows {
		first, ok := one[name(r)]
		if r.Threads == 1 || !ok {
			continue
		}
		lock := r.Guard
		if lock == "" {
			lock = "none"
		}
		t.add("`"+r.Impl+"`", lock, map[string]string{"bulk": "look-ups", "add": "adds", "mixed": "adds and look-ups by turns"}[r.Op],
			within(first.NsPerKey, first.NsLow, first.NsHigh, 3), fmt.Sprint(r.Threads), within(r.NsPerKey, r.NsLow, r.NsHigh, 3), digits(first.NsPerKey/r.NsPerKey, 3))
	}
	return t, len(t.Rows) > 0, nil
}

// filterTables are the tables of filters beside those of look-ups with hashing and of adding.
func filterTables(s record.Store, rows []record.ThroughputRow) (tables []table, err error) {
	if t, ok := bulkTable(rows); ok {
		tables = append(tables, t)
	}
	for _, read := range []func(record.Store) (table, bool, error){paretoTable, concurrencyTable} {
		t, ok, err := read(s)
		if err != nil {
			return nil, err
		}
		if ok {
			tables = append(tables, t)
		}
	}
	return tables, nil
}
