package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/record"
)

// answers returns the short answers, each from results and only where they hold it.
func answers(s record.Store) ([]string, error) {
	var all []string
	for _, answer := range []func(record.Store) (string, error){answerFilter, answerSpace, answerHash, answerVnodes, answerRemap} {
		text, err := answer(s)
		if err != nil {
			return nil, err
		}
		if text != "" {
			all = append(all, text)
		}
	}
	return all, nil
}

// answerFilter names the fastest filter on keys of n = 1,000,000, and how much slower others are.
func answerFilter(s record.Store) (string, error) {
	rows, err := record.Read[record.ThroughputRow](s, "throughput.csv")
	if err != nil {
		return "", err
	}
	n := largestN(rows, shownN)
	rows = slices.DeleteFunc(rows, func(r record.ThroughputRow) bool {
		return r.Kind != "filter" || r.Op != "contains" || r.Mode != "keys" || r.N != n || r.HitShare != 0.5 || r.Impl == "null"
	})
	if len(rows) < 2 {
		return "", nil
	}
	slices.SortFunc(rows, func(a, b record.ThroughputRow) int { return cmp.Compare(a.NsPerKey, b.NsPerKey) })
	var others []string
	for i, r := range rows[1:] {
		known := []string{"bloom-classic", "bloom-counting", "bloom-scalable", "cuckoo-12", "quotient", "x-bits-and-blooms", "article-filter"}
		if i < 4 || slices.Contains(known, r.Impl) {
			others = append(others, fmt.Sprintf("`%s` %s times", r.Impl, digits(r.NsPerKey/rows[0].NsPerKey, 2)))
		}
	}
	return fmt.Sprintf("**Which filter?** The fastest look-up at 1 %% and n = %s, half of the queries for present keys, is `%s` with %s: %s ns a key. As long as that take %s ([throughput](#throughput)).",
		count(n), rows[0].Impl, rows[0].Hash, within(rows[0].NsPerKey, rows[0].NsLow, rows[0].NsHigh, 3), strings.Join(others, ", ")), nil
}

// answerSpace says how many bits a key the filters need for each target.
func answerSpace(s record.Store) (string, error) {
	rows, err := record.Read[record.MemoryRow](s, "memory.csv")
	if err != nil {
		return "", err
	}
	best := map[record.Float]record.MemoryRow{}
	for _, r := range rows {
		if r.Kind != "filter" || r.N != baseN || !(r.FPRTheory <= r.TargetFPR) {
			continue
		}
		if b, ok := best[r.TargetFPR]; !ok || r.BitsPerKey < b.BitsPerKey {
			best[r.TargetFPR] = r
		}
	}
	var parts []string
	for _, target := range []record.Float{0.1, 0.01, 0.001, 0.0001} {
		if b, ok := best[target]; ok {
			parts = append(parts, fmt.Sprintf("%s for %s (`%s`)", digits(b.BitsPerKey, 3), percent(target, 1), b.Impl))
		}
	}
	if len(parts) == 0 {
		return "", nil
	}
	return "**How many bits a key?** The least that meets the target, by exact theory: " + strings.Join(parts, ", ") + " ([memory](#memory)).", nil
}

// answerHash names the fastest good hash functions, and those to stay away from.
func answerHash(s record.Store) (string, error) {
	speed, err := record.Read[record.HashingRow](s, "hashing.csv")
	if err != nil {
		return "", err
	}
	rates, err := record.Read[record.FPRRow](s, "fpr.csv")
	if err != nil {
		return "", err
	}
	shares, err := record.Read[record.BalanceRow](s, "balance.csv")
	if err != nil {
		return "", err
	}
	weak := map[string]bool{}
	for _, r := range rates {
		ringForm := strings.HasSuffix(r.Hash, "-left") // 32 bits in the high half, which no filter is meant to take
		if r.Filter == "bloom-classic-double" && r.Sizing == "m,k" && r.RatioLow > 1.1 && !ringForm {
			weak[r.Hash] = true
		}
	}
	for _, r := range shares {
		if r.WithinGate == "no" {
			weak[r.Hash] = true
		}
	}
	var text []string
	for _, length := range []int{16, 1024} {
		best := record.HashingRow{NsPerKey: record.Unknown}
		for _, r := range speed {
			if r.KeyBytes == length && r.Form == "bytes" && !weak[r.Hash] && !strings.HasSuffix(r.Hash, "-left") && (!best.NsPerKey.Known() || r.NsPerKey < best.NsPerKey) {
				best = r
			}
		}
		if best.NsPerKey.Known() {
			text = append(text, fmt.Sprintf("`%s` at %d bytes (%s ns)", best.Hash, length, within(best.NsPerKey, best.NsLow, best.NsHigh, 3)))
		}
	}
	if len(text) == 0 {
		return "", nil
	}
	answer := "**Which hash function?** The fastest without a fault found here: " + strings.Join(text, ", ") + "."
	if len(weak) > 0 {
		answer += " Faults were found in `" + strings.Join(sortedNames(weak), "`, `") + "`: false positives on structured keys or uneven rings."
	}
	return answer + " ([hashing](#hashing), [fpr](#fpr), [balance](#balance)).", nil
}

// answerVnodes says how even a ring is at the usual numbers of vnodes.
func answerVnodes(s record.Store) (string, error) {
	rows, err := record.Read[record.BalanceRow](s, "balance.csv")
	if err != nil {
		return "", err
	}
	var parts []string
	for _, r := range ringArcs(rows, baseNodes) {
		if slices.Contains([]int{1, 10, 100, 160, 1000}, r.Vnodes) {
			parts = append(parts, fmt.Sprintf("%d vnodes %s", r.Vnodes, digits(r.PeakToAverage, 3)))
		}
	}
	if len(parts) == 0 {
		return "", nil
	}
	answer := fmt.Sprintf("**How many vnodes a node?** The fullest of %d nodes gets, times the mean: %s.", baseNodes, strings.Join(parts, ", "))
	for _, finding := range enoughVnodes(rows) {
		answer += " " + finding
	}
	return answer + " ([balance](#balance)).", nil
}

// answerRemap says what the fifth of five nodes moves under each scheme.
func answerRemap(s record.Store) (string, error) {
	rows, err := record.Read[record.RemapRow](s, "remap.csv")
	if err != nil {
		return "", err
	}
	ideal, parts := 0, []string{}
	for _, r := range rows {
		if r.Change != "add" || r.NodesBefore != 4 {
			continue
		}
		if r.Unnecessary == 0 {
			ideal++
			continue
		}
		parts = append(parts, fmt.Sprintf("`%s` %s", r.Locator, percent(r.MovedShare, 3)))
	}
	if ideal+len(parts) == 0 {
		return "", nil
	}
	answer := fmt.Sprintf("**What moves when the fifth node arrives?** The least possible is 20 %% of the keys. %d locators move none between the four old nodes", ideal)
	if len(parts) > 0 {
		answer += "; these do, and move in all: " + strings.Join(parts, ", ")
	}
	return answer + " ([remap](#remap)).", nil
}
