package report

import (
	"fmt"
	"strings"

	"hashlab/experiments/internal/record"
)

// skewed reports whether a row is of keys asked for by Zipf's law, without a bound.
func skewed(r record.BalanceRow) bool { return r.Zipf > 0 && r.Slack == 0 && r.Keys > 0 }

func skewTable(rows []record.BalanceRow) table {
	t := table{
		Caption: fmt.Sprintf("Keys asked for by Zipf's law on %d nodes. The hottest key alone puts its node at the least that stands beside; theory is the mean of the fullest, and the band, by Chernoff's bound, where all seeds lie, simultaneously at 1e-6; as many keys, asked for alike, as the effective ones would scatter as much.", baseNodes),
		Header:  []string{"locator", "Zipf", "keys", "effective keys", "fullest ÷ mean", "theory", "band", "at least", "cv", "theory"},
	}
	for _, r := range rows {
		if skewed(r) {
			t.add(r.Locator, digits(r.Zipf, 2), count(r.Keys), digits(r.Effective, 3), within(r.PeakToAverage, r.PeakLow, r.PeakHigh, 3), digits(r.PeakTheory, 3), bandOf(r.PeakGateLow, r.PeakGateHigh), digits(r.PeakFloor, 3), digits(r.CV, 3), digits(r.CVTheory, 3))
		}
	}
	return t
}

// bandOf writes a band, or that there is none.
func bandOf(low, high record.Float) string {
	if !low.Known() {
		return unknown
	}
	return fmt.Sprintf("%s to %s", digits(low, 3), digits(high, 3))
}

// hotKeys says how little the locator matters once some keys are asked for more than others.
func hotKeys(rows []record.BalanceRow) []string {
	type span struct{ least, most record.BalanceRow }
	spans, order := map[record.Float]span{}, []record.Float{}
	for _, r := range rows {
		if !skewed(r) || strings.HasPrefix(r.Locator, "x-") || strings.HasPrefix(r.Locator, "article-") {
			continue
		}
		s, seen := spans[r.Zipf]
		if !seen {
			s, order = span{r, r}, append(order, r.Zipf)
		}
		if r.PeakToAverage < s.least.PeakToAverage {
			s.least = r
		}
		if r.PeakToAverage > s.most.PeakToAverage {
			s.most = r
		}
		spans[r.Zipf] = s
	}
	var parts []string
	for _, zipf := range order {
		s := spans[zipf]
		parts = append(parts, fmt.Sprintf("%s: %s (`%s`) to %s (`%s`)", digits(zipf, 2), digits(s.least.PeakToAverage, 3), s.least.Locator, digits(s.most.PeakToAverage, 3), s.most.Locator))
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Hot keys outweigh the choice of a locator: with keys asked for by Zipf's law the fullest of %d nodes has, times the mean, by exponent: %s. Which locator it is hardly matters; a bound on loads takes requests away from such a node.", baseNodes, strings.Join(parts, "; "))}
}

// collectedTable has a column for each set of keys that was collected.
func collectedTable(rows []record.BalanceRow) table {
	type at struct{ locator, class string }
	cells, classes, locators := map[at]record.BalanceRow{}, map[string]uint64{}, []string{}
	for _, r := range rows {
		if r.Keys == 0 || r.KeyClass == "" || r.KeyClass == keyClass || r.Zipf > 0 || r.Weights != "" || r.Replicas > 1 || r.Slack > 0 || r.Nodes != 10 {
			continue
		}
		if len(locators) == 0 || locators[len(locators)-1] != r.Locator {
			locators = append(locators, r.Locator)
		}
		cells[at{r.Locator, r.KeyClass}], classes[r.KeyClass] = r, r.Keys
	}
	names := sortedNames(classes)
	t := table{Caption: "Keys of collected sets, each once, on 10 nodes: cv ÷ theory, root mean square over seeds of node ids. What is left of 1 is scatter between seeds where a scheme is uniform, and between rings.",
		Header: []string{"locator"}}
	for _, class := range names {
		t.Header = append(t.Header, fmt.Sprintf("%s (%s)", class, count(classes[class])))
	}
	for _, locator := range locators {
		line, known := []string{locator}, false
		for _, class := range names {
			r, ok := cells[at{locator, class}]
			if !ok || !r.CVTheory.Known() {
				line = append(line, unknown)
				continue
			}
			line, known = append(line, digits(r.CV/r.CVTheory, 3)), true
		}
		if known {
			t.add(line...)
		}
	}
	return t
}

func weightsTable(rows []record.BalanceRow) table {
	t := table{
		Caption: "Nodes of different weights, the pattern repeated over them: load of the lightest and of the heaviest nodes ÷ what their weight asks for. Points come in whole numbers; what those ask for stands beside, and the greatest error that they make.",
		Header:  []string{"locator", "nodes", "weights", "lightest", "its points", "heaviest", "its points", "greatest error of points", "cv", "theory"},
	}
	for _, r := range rows {
		if r.Weights != "" {
			t.add(r.Locator, fmt.Sprint(r.Nodes), r.Weights, within(r.Lightest, r.LightestLow, r.LightestHigh, 4), digits(r.LightestAsked, 4),
				within(r.Heaviest, r.HeaviestLow, r.HeaviestHigh, 4), digits(r.HeaviestAsked, 4), percent(r.Quantisation, 2), digits(r.CV, 3), digits(r.CVTheory, 3))
		}
	}
	return t
}

func boundsTable(rows []record.BalanceRow) table {
	t := table{
		Caption: "Requests given out one by one, no node bearing more than (1 + slack) times its part: the greatest peak of all seeds, and the share of requests that went past their first node. Theory takes nodes as independent, and is known where each key is asked for once.",
		Header:  []string{"locator", "nodes", "slack", "Zipf", "requests", "fullest ÷ mean, at most", "bound", "past their first node", "theory"},
	}
	for _, r := range rows {
		if r.Slack > 0 {
			t.add(r.Locator, fmt.Sprint(r.Nodes), digits(r.Slack, 2), digits(r.Zipf, 2), count(r.Requests), digits(r.PeakMax, 4), digits(r.PeakBound, 4), within(100*r.OverflowShare, 100*r.OverflowLow, 100*r.OverflowHigh, 3)+" %", percent(positive(r.OverflowLaw), 3))
		}
	}
	return t
}

// positive returns v, or unknown where it is 0: rows of before have no such column.
func positive(v record.Float) record.Float {
	if v > 0 {
		return v
	}
	return record.Unknown
}

// boundsCost says what a bound of a quarter costs.
func boundsCost(rows []record.BalanceRow) []string {
	var parts []string
	for _, r := range rows {
		if r.Slack == 0.25 && r.Nodes == baseNodes && r.OverflowShare.Known() {
			kind := "each key once"
			if r.Zipf > 0 {
				kind = "Zipf " + digits(r.Zipf, 2)
			}
			parts = append(parts, fmt.Sprintf("`%s` (%s) %s %%", r.Locator, kind, digits(100*r.OverflowShare, 3)))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("A bound of 1.25 times the mean on %d nodes is kept after every request; the share of requests that it sends past their first node: %s.", baseNodes, strings.Join(parts, ", "))}
}

func copiesTable(rows []record.BalanceRow) table {
	t := table{
		Caption: "Three copies of each key on distinct nodes: how evenly all copies lie, and the keys whose copies were too few, twice on a node, or not on the owner first. Theory is of schemes in which each node is as likely to hold a copy.",
		Header:  []string{"locator", "nodes", "keys", "fullest ÷ mean", "cv", "theory", "faulty keys"},
	}
	for _, r := range rows {
		if r.Replicas > 1 && r.Nodes > 4 {
			t.add(r.Locator, fmt.Sprint(r.Nodes), count(r.Keys), within(r.PeakToAverage, r.PeakLow, r.PeakHigh, 4), digits(r.CV, 3), digits(r.CVTheory, 3), fmt.Sprint(r.ShortCopies))
		}
	}
	return t
}
