package report

import (
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/record"
)

// The place of the base of the grid among rings.
const (
	baseLocator = "ring-vnodes"
	baseHash    = "xxh3"
	baseLabels  = "separated"
	baseNodes   = 100
	baseVnodes  = 160
	keyClass    = "user-profile"
)

func balanceSection(s record.Store) (section, bool, error) {
	rows, err := record.Read[record.BalanceRow](s, "balance.csv")
	if err != nil || len(rows) == 0 {
		return section{}, false, err
	}
	sec := section{
		Title: "Balance",
		Design: "Exact arc shares of rings over vnodes, nodes, hash functions and label shapes; and loads of sampled keys for every locator: asked for alike, by Zipf's law, " +
			"from collected sets, on nodes of different weights, three copies each, and given out one by one under a bound. Each seed has other node ids and keys.",
		Reading: "*Fullest ÷ mean* is what capacity must be bought for; *cv* is σ/μ over nodes, the root mean square over seeds, as theory's is. Theory counts what placing that many keys " +
			"scatters as well. A dash: no law is known for that scheme: `ring-nginx` takes the points of a node from a chain of CRC-32, which are no independent draws, and in `ring-tokens` the " +
			"places of a newcomer depend on all who came before.",
		Limits: "Shares of keys and of requests are not shares of work: a request may cost more than another.",
	}
	sec.Findings, sec.Small = slices.Concat(ownNodes(rows), weakLabels(rows), hotKeys(rows), boundsCost(rows)), placedTable(rows)
	sec.Notes = slices.Concat(enoughVnodes(rows), weakLabelsEach(rows))
	for _, t := range []table{ownNodesTable(rows), vnodesTable(rows), loadsTable(rows), skewTable(rows), collectedTable(rows), weightsTable(rows), boundsTable(rows), copiesTable(rows)} {
		if len(t.Rows) > 0 {
			sec.Tables = append(sec.Tables, t)
		}
	}
	return sec, true, nil
}

// ringArcs returns the rows of arc shares of the base ring with the base hash and labels, by vnodes.
func ringArcs(rows []record.BalanceRow, nodes int) []record.BalanceRow {
	var arcs []record.BalanceRow
	for _, r := range rows {
		if r.Locator == baseLocator && r.Hash == baseHash && r.Labels == baseLabels && r.Keys == 0 && r.Nodes == nodes {
			arcs = append(arcs, r)
		}
	}
	return arcs
}

func vnodesTable(rows []record.BalanceRow) table {
	t := table{
		Caption: fmt.Sprintf("`%s`, %s, %d nodes: arc shares. Intervals are 95 %%; the band is where cv lies with probability 95 %% if theory holds.", baseLocator, baseHash, baseNodes),
		Header:  []string{"vnodes a node", "fullest ÷ mean", "theory", "emptiest ÷ mean", "cv", "theory", "band"},
	}
	for _, r := range ringArcs(rows, baseNodes) {
		t.add(fmt.Sprint(r.Vnodes), within(r.PeakToAverage, r.PeakLow, r.PeakHigh, 4), digits(r.PeakTheory, 4), digits(r.Least, 3),
			digits(r.CV, 4), digits(r.CVTheory, 4), fmt.Sprintf("%s to %s", digits(r.CVBandLow, 3), digits(r.CVBandHigh, 3)))
	}
	return t
}

func loadsTable(rows []record.BalanceRow) table {
	t := table{
		Caption: fmt.Sprintf("Loads of sampled keys on %d nodes, each locator as its users get it.", baseNodes),
		Header:  []string{"locator", "hash", "vnodes", "keys", "fullest ÷ mean", "theory", "cv", "theory", "of which beyond placing keys"},
	}
	for _, r := range rows {
		if r.Keys > 0 && r.Nodes == baseNodes && plain(r) {
			t.add(r.Locator, r.Hash, fmt.Sprint(r.Vnodes), count(r.Keys), within(r.PeakToAverage, r.PeakLow, r.PeakHigh, 4), digits(r.PeakTheory, 4), digits(r.CV, 4), digits(r.CVTheory, 4), digits(r.CVExcess, 3))
		}
	}
	return t
}

// placedTable is what the report shows of the loads: a row for each locator at its default.
func placedTable(rows []record.BalanceRow) table {
	t := table{
		Caption: fmt.Sprintf("Sampled keys on %d nodes, each locator as its users get it.", baseNodes),
		Header:  []string{"locator", "vnodes", "fullest ÷ mean", "theory", "cv", "theory"},
	}
	for _, r := range rows {
		if r.Keys > 0 && r.Nodes == baseNodes && plain(r) {
			t.add(r.Locator, fmt.Sprint(r.Vnodes), within(r.PeakToAverage, r.PeakLow, r.PeakHigh, 3), digits(r.PeakTheory, 3), digits(r.CV, 3), digits(r.CVTheory, 3))
		}
	}
	return t
}

// plain reports whether a row is of keys of the usual class, asked for alike, on equal nodes without copies and bounds.
func plain(r record.BalanceRow) bool {
	return r.Zipf == 0 && r.Weights == "" && r.Replicas <= 1 && r.Slack == 0 && r.IDs == "made" && (r.KeyClass == "" || r.KeyClass == keyClass)
}

// enoughVnodes says how many vnodes keep the fullest of 100 nodes within a tenth of the mean.
func enoughVnodes(rows []record.BalanceRow) []string {
	arcs := ringArcs(rows, baseNodes)
	var below record.BalanceRow
	for _, r := range arcs {
		if r.PeakToAverage <= 1.1 {
			text := fmt.Sprintf("On %d nodes the fullest stays within 10 %% of the mean from %d vnodes a node on (%s)", baseNodes, r.Vnodes, within(r.PeakToAverage, r.PeakLow, r.PeakHigh, 4))
			if below.Vnodes > 0 {
				text += fmt.Sprintf("; with %d it is %s times the mean", below.Vnodes, digits(below.PeakToAverage, 4))
			}
			return []string{text + "."}
		}
		below = r
	}
	return nil
}

// outside is what a hash function does that leaves the band: its worst row, and on how many label shapes it does.
type outside struct {
	row    record.BalanceRow
	shapes int
}

func outsiders(rows []record.BalanceRow) map[string]outside {
	out := map[string]outside{}
	for _, r := range rows {
		if r.Locator != baseLocator || r.Keys != 0 || r.Nodes != baseNodes || r.Vnodes != baseVnodes || r.WithinGate != "no" {
			continue
		}
		w := out[r.Hash]
		if w.shapes++; r.CV > w.row.CV {
			w.row = r
		}
		out[r.Hash] = w
	}
	return out
}

// weakLabels names the hash functions that leave the band on vnode labels, the widest spread first named.
func weakLabels(rows []record.BalanceRow) []string {
	out := outsiders(rows)
	var names []string
	worst := outside{}
	for _, name := range sortedNames(out) {
		names = append(names, "`"+name+"`")
		if w := out[name]; w.row.CV > worst.row.CV {
			worst = w
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d hash functions leave theory's band on vnode labels, at the worst `%s`, cv %s%s.", len(names), worst.row.Hash, digits(worst.row.CV, 3), listed(": ", names))}
}

// weakLabelsEach says of each of them where it is worst.
func weakLabelsEach(rows []record.BalanceRow) []string {
	out := outsiders(rows)
	if len(out) == 0 {
		return nil
	}
	var parts []string
	for _, name := range sortedNames(out) {
		w := out[name]
		parts = append(parts, fmt.Sprintf("`%s` (%d label shapes, worst cv %s on `%s`)", name, w.shapes, digits(w.row.CV, 3), w.row.Labels))
	}
	theory := record.Unknown
	for _, r := range ringArcs(rows, baseNodes) {
		if r.Vnodes == baseVnodes {
			theory = r.CVTheory
		}
	}
	return []string{fmt.Sprintf("Hash functions that leave the simultaneous band on vnode labels, where theory gives a cv of %s: %s.", digits(theory, 3), strings.Join(parts, ", "))}
}
