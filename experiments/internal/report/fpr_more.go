package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/theory"
)

// power says what the gates at the targets 0.01 and 0.001 would see: agreement of a measurement that sees
// nothing is worth nothing. Of rows of one filter and target the one that sees most counts.
func power(rows []record.FPRRow) []string {
	best := map[string]record.Float{}
	for _, r := range rows {
		if r.GateDetectable > 0 && r.KeyClass == "random8" && r.N == r.NDesign && r.N >= baseN && r.N < 2*baseN && (r.TargetFPR == 0.01 || r.TargetFPR == 0.001) {
			name := fmt.Sprint(r.Filter, r.TargetFPR)
			if b, ok := best[name]; !ok || r.GateDetectable < b {
				best[name] = r.GateDetectable
			}
		}
	}
	if len(best) == 0 {
		return nil
	}
	sees := slices.Sorted(maps.Values(best))
	return []string{fmt.Sprintf("Power: at the targets 0.01 and 0.001 the %d gates would see, with 99 %% power, an excess over theory of %s (median; %s to %s, the most for 16-bit fingerprints, whose positives are rare, and for the article's program, which is slow), although all gates together raise a false alarm in one run of a million.",
		len(sees), percent(sees[len(sees)/2], 2), percent(sees[0], 2), percent(sees[len(sees)-1], 2))}
}

// loadRows returns the rows of filters that were filled to other than their design load, and those at it of the
// same design, by filter and load.
func loadRows(rows []record.FPRRow) []record.FPRRow {
	designs := map[uint64]int{}
	for _, r := range rows {
		if r.N != r.NDesign && r.Sizing == "fpr" {
			designs[r.NDesign]++
		}
	}
	best := uint64(0)
	for n, c := range designs {
		if c > designs[best] || c == designs[best] && n < best {
			best = n
		}
	}
	var kept []record.FPRRow
	for _, r := range rows {
		if best > 0 && r.NDesign == best && r.Sizing == "fpr" && r.KeyClass == "random8" {
			kept = append(kept, r)
		}
	}
	slices.SortStableFunc(kept, func(a, b record.FPRRow) int {
		return cmp.Or(strings.Compare(a.Filter, b.Filter), cmp.Compare(a.N, b.N))
	})
	return kept
}

// shownLoads are the loads that the table of overfilled filters shows.
var shownLoads = []float64{0.5, 1, 2, 5, 10}

func loadTable(rows []record.FPRRow) (table, bool) {
	if len(rows) == 0 {
		return table{}, false
	}
	t := table{
		Caption: fmt.Sprintf("Measured false-positive rate by load, keys offered over the %s that the filter is sized for; *theory* is exact, for the largest load that it holds. A filter that refuses keys says at how many.", count(rows[0].NDesign)),
		Header:  []string{"filter", "target"},
	}
	for _, load := range shownLoads {
		t.Header = append(t.Header, "load "+digits(record.Float(load), 1))
	}
	t.Header = append(t.Header, "theory there", "refuses from")
	for _, of := range byFilter(rows) {
		line := []string{of[0].Filter, digits(of[0].TargetFPR, 1)}
		last := of[0]
		for _, load := range shownLoads {
			cell := unknown
			for _, r := range of {
				if float64(r.N) == load*float64(r.NDesign) && r.Refused == 0 {
					cell, last = digits(r.FPR, 3), r
					if r.FalsePositives == 0 {
						cell = "< " + digits(r.FPRHigh, 1)
					}
				}
			}
			line = append(line, cell)
		}
		t.add(append(line, digits(last.FPRTheory, 3), refusesFrom(of))...)
	}
	return t, true
}

// byFilter cuts rows that are sorted by filter.
func byFilter(rows []record.FPRRow) (cut [][]record.FPRRow) {
	for start := 0; start < len(rows); {
		end := start
		for end < len(rows) && rows[end].Filter == rows[start].Filter {
			end++
		}
		cut = append(cut, rows[start:end])
		start = end
	}
	return cut
}

// refusesFrom says at which load, on average, the filter refuses its first key.
func refusesFrom(of []record.FPRRow) string {
	for _, r := range of {
		if r.Refused > 0 {
			return digits(record.Float((float64(r.N)-float64(r.Refused)/float64(r.Seeds))/float64(r.NDesign)), 3)
		}
	}
	return "never"
}

// derivationTable shows what deriving the probes from fewer numbers costs in false positives.
func derivationTable(rows []record.FPRRow) (table, bool) {
	type size struct {
		n      uint64
		target record.Float
	}
	sizes := []size{{100, 0.01}, {1_000, 0.01}, {10_000, 0.01}, {baseN, 0.01}, {100, 1e-4}, {1_000, 1e-4}, {10_000, 1e-4}, {baseN, 1e-4}}
	most := map[string]record.FPRRow{} // the row of the most seeds of a filter and a size
	name := func(filter string, s size) string { return fmt.Sprint(filter, " ", s.n, " ", s.target) }
	var filters []string
	for _, r := range rows {
		s := size{r.N, r.TargetFPR}
		if r.Sizing != "fpr" || r.KeyClass != "random8" || r.N != r.NDesign || !strings.HasPrefix(r.Filter, "bloom-classic") || !r.Ratio.Known() || !slices.Contains(sizes, s) {
			continue
		}
		if !slices.Contains(filters, r.Filter) {
			filters = append(filters, r.Filter)
		}
		if m, ok := most[name(r.Filter, s)]; !ok || r.Seeds > m.Seeds {
			most[name(r.Filter, s)] = r
		}
	}
	slices.Sort(filters)
	t := table{Caption: "Ways to derive the probes of a key: measured rate over the exact one of independent probes (95 % interval), by number of keys and target. " +
		"`bloom-classic` remixes one hash and takes fast range, `-modulo` and `-pow2` reduce it otherwise, `-double`, `-enhanced` and `-triple` step by a second number, `-independent` hashes k times. " +
		"The theory of double hashing counts, to the first order, strides that visit few bits, 0 above all, and stored keys whose progressions overlap the query's.",
		Header: []string{"filter"}}
	for _, s := range sizes {
		t.Header = append(t.Header, fmt.Sprintf("n = %s, %s", count(s.n), digits(s.target, 1)))
	}
	for _, filter := range filters {
		line := []string{"`" + filter + "`"}
		for _, s := range sizes {
			r, ok := most[name(filter, s)]
			cell := unknown
			if ok && r.FalsePositives > 0 {
				cell = within(r.Ratio, r.RatioLow, r.RatioHigh, 3)
			}
			line = append(line, cell)
		}
		t.add(line...)
		if filter == doubleFilter {
			t.add(append([]string{"the same, by theory"}, doubleTheory(func(s int) (record.FPRRow, bool) { r, ok := most[name(filter, sizes[s])]; return r, ok }, len(sizes))...)...)
		}
	}
	return t, len(filters) > 1
}

// doubleFilter derives all probes from two numbers as they come, and has a theory of its own for what that costs.
const doubleFilter = "bloom-classic-double"

// doubleTheory returns the exact rate of double hashing over that of independent probes, for each size that was measured.
func doubleTheory(measured func(size int) (record.FPRRow, bool), sizes int) (cells []string) {
	for s := range sizes {
		r, ok := measured(s)
		if !ok || !r.FPRTheory.Known() || r.FPRTheory <= 0 {
			cells = append(cells, unknown)
			continue
		}
		cells = append(cells, digits(record.Float(theory.DoubleHashing(r.M, r.N, int(r.K)))/r.FPRTheory, 3))
	}
	return cells
}

// overflowTable shows the counters that stick.
func overflowTable(s record.Store) (t table, ok bool, err error) {
	rows, err := record.Read[record.FPROverflowRow](s, "fpr_overflow.csv")
	if err != nil || len(rows) == 0 {
		return t, false, err
	}
	t = table{
		Caption: "Counters that stick: counting filters are filled, every key is removed again, and what stays above 0 are counters that had reached 15 (95 % interval over filters).",
		Header:  []string{"filter", "keys ÷ design", "counters stuck", "theory", "keys that could not be removed"},
	}
	for _, r := range rows {
		t.add("`"+r.Filter+"`", digits(record.Float(float64(r.N)/float64(r.NDesign)), 2), within(r.Stuck, r.StuckLow, r.StuckHigh, 3), digits(r.StuckTheory, 3), count(r.Lost))
	}
	return t, true, nil
}

// libraryTable sets the filters of other projects side by side: version, the worst that was measured against
// their targets, what they do beyond their capacity, and the faults that are known of them.
func libraryTable(s record.Store, rows []record.FPRRow) (table, bool, error) {
	known, err := record.Read[record.ImplementationRow](s, "implementations.csv")
	if err != nil {
		return table{}, false, err
	}
	t := table{
		Caption: "Filters of other projects, as they are: the worst measured rate over the target at the number of keys that they were sized for (95 % interval), what becomes of it at ten times as many, " +
			"where they refuse keys, keys that they held and lost, and faults by which the conformance suite knows them.",
		Header: []string{"filter", "module", "version", "worst measured ÷ target", "at", "÷ target at load 10", "refuses from", "keys lost", "known faults"},
	}
	loads := byFilter(loadRows(rows))
	for _, k := range known {
		if k.Kind != "filter" || k.Module == "" {
			continue
		}
		worst, lost := worstOf(rows, k.Name)
		line := []string{"`" + k.Name + "`", k.Module, k.Version, unknown, unknown, unknown, unknown, count(lost), faultsOf(k.Traits)}
		if worst.FPR > 0 {
			line[3] = within(worst.FPR/worst.TargetFPR, worst.FPRLow/worst.TargetFPR, worst.FPRHigh/worst.TargetFPR, 3)
			line[4] = fmt.Sprintf("n = %s, target %s", count(worst.N), digits(worst.TargetFPR, 1))
		}
		for _, of := range loads {
			if of[0].Filter != k.Name {
				continue
			}
			line[6] = refusesFrom(of)
			if last := of[len(of)-1]; last.N == 10*last.NDesign && last.Refused == 0 {
				line[5] = digits(last.FPR/last.TargetFPR, 3)
			}
		}
		t.add(line...)
	}
	return t, len(t.Rows) > 0, nil
}

// worstOf returns the row of a filter, filled as it was sized, whose rate lies surely highest above its target,
// and how many keys it lost in all rows.
func worstOf(rows []record.FPRRow, filter string) (worst record.FPRRow, lost uint64) {
	for _, r := range rows {
		if r.Filter != filter {
			continue
		}
		lost += r.FalseNegatives
		sized := r.Sizing == "fpr" && r.KeyClass == "random8" && r.N == r.NDesign
		if sized && (worst.FPR == 0 || r.FPRLow/r.TargetFPR > worst.FPRLow/worst.TargetFPR) {
			worst = r
		}
	}
	return worst, lost
}

// faultsOf returns the checks of the conformance suite that traits name as known faults.
func faultsOf(traits string) string {
	var faults []string
	for _, part := range strings.Split(traits, "known-fault(")[1:] {
		check, _, _ := strings.Cut(part, ",")
		faults = append(faults, check)
	}
	if len(faults) == 0 {
		return "none"
	}
	return strings.Join(faults, ", ")
}
