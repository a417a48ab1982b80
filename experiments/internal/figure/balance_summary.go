package figure

import (
	"fmt"
	"image/color"
	"strings"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// A summaryRow is a locator in the summary. Figures are unknown where they were not measured.
type summaryRow struct {
	Locator  string       `csv:"locator"`
	Peak     record.Float `csv:"peak_to_average"` // of keys on 100 nodes
	Moved    record.Float `csv:"moved_over_ideal"`
	Ns       record.Float `csv:"ns_per_key"` // hash and look-up on 100 nodes
	NsOver   record.Float `csv:"ns_over_ring"`
	Bytes    int64        `csv:"bytes"` // on 100 nodes
	Over     record.Float `csv:"bytes_over_ring"`
	Anyone   bool         `csv:"any_node_may_leave"`
	Agree    bool         `csv:"function_of_the_set"`
	Weights  bool         `csv:"weights"`
	Replicas bool         `csv:"replicas"`
	Bounded  bool         `csv:"bounded_load"`
}

// summaryHeads are the columns.
var summaryHeads = []string{"fullest ÷ mean", "moved ÷ least", "time ÷ ring-vnodes", "bytes ÷ ring-vnodes", "any node may leave", "the set alone decides", "weights", "replicas", "bounded load"}

func planBalanceSummary(s record.Store) (plate, error) {
	shares, err := read(s, "balance.csv", "keys on 100 nodes", func(r record.BalanceRow) bool {
		return r.Keys > 0 && r.Nodes == baseNodes && equalNodes(r) && r.Zipf == 0 && (r.KeyClass == "" || r.KeyClass == "user-profile") && r.PeakToAverage > 0 && ownOrBase(r.Hash)
	})
	if err != nil {
		return plate{}, err
	}
	rows, err := summaryRows(s, shares)
	if err != nil {
		return plate{}, err
	}
	return finish(plate{
		form: "Table of colours with a row for each locator and columns for balance, disruption, time of a look-up, memory, and what it supports.",
		page: chart.Page{
			Title: summaryTitle(rows),
			Subtitle: fmt.Sprintf("On %d nodes at each locator's default: load of the fullest node ÷ mean; moved share ÷ the least possible over 100 random changes of 10 nodes, or one more where those were "+
				"not measured; time of a look-up with its hash, and bytes, ÷ those of ring-vnodes. A slash: not measured, or not supported.", baseNodes),
			Keys:        summaryKeys(),
			Rows:        [][]chart.Panel{{summaryPanel(rows)}},
			PanelHeight: max(120, 12.5*float64(len(rows))+96),
		},
	}, rows)
}

// summaryRows gathers what other result files say of the locators in shares.
func summaryRows(s record.Store, shares []record.BalanceRow) ([]summaryRow, error) {
	moves, err := record.Read[record.RemapRow](s, "remap.csv")
	if err != nil {
		return nil, err
	}
	times, err := record.Read[record.ThroughputRow](s, "throughput.csv")
	if err != nil {
		return nil, err
	}
	sizes, err := record.Read[record.MemoryRow](s, "memory.csv")
	if err != nil {
		return nil, err
	}
	all, err := record.Read[record.ImplementationRow](s, "implementations.csv")
	if err != nil {
		return nil, err
	}
	var rows []summaryRow
	for _, name := range distinct(shares, balanceLocator) {
		r := summaryRow{Locator: name, Peak: record.Unknown, Moved: movedOf(moves, name), Ns: record.Unknown, NsOver: record.Unknown, Bytes: -1, Over: record.Unknown}
		for _, b := range where(shares, func(b record.BalanceRow) bool { return b.Locator == name }) {
			r.Peak = b.PeakToAverage
		}
		for _, t := range times {
			if t.Impl == name && t.Op == "locate" && t.Mode == "keys" && t.Nodes == baseNodes && ownOrBase(t.Hash) && t.NsPerKey > 0 {
				r.Ns = t.NsPerKey
			}
		}
		of := where(sizes, func(m record.MemoryRow) bool { return m.Impl == name && m.Nodes == baseNodes })
		for _, m := range usualVnodes(of, memoryImpl, func(m record.MemoryRow) int { return m.Vnodes }) {
			r.Bytes = m.ModelBytes
		}
		for _, i := range where(all, func(i record.ImplementationRow) bool { return i.Name == name && i.Kind == "locator" }) {
			r.support(i.Capabilities)
		}
		rows = append(rows, r)
	}
	return besideRing(rows), nil
}

// movedOf returns what a locator moves over the least possible, in a history of 10 nodes, else as one node joins.
func movedOf(rows []record.RemapRow, name string) record.Float {
	moved := record.Unknown
	for _, r := range rows {
		if r.Locator != name || r.NodesBefore != changedNodes || r.Replicas > 1 || r.Slack > 0 || !(r.MovedIdeal > 0) {
			continue
		}
		if r.Change == "history" {
			return r.MovedShare / r.MovedIdeal
		}
		if r.Change == "add" {
			moved = r.MovedShare / r.MovedIdeal
		}
	}
	return moved
}

func (r *summaryRow) support(capabilities string) {
	has := func(name string) bool {
		for _, c := range strings.Split(capabilities, "; ") {
			if c == name {
				return true
			}
		}
		return false
	}
	r.Anyone, r.Weights, r.Replicas, r.Bounded = has("any node may leave"), has("weights"), has("replicas"), has("bounded load")
	r.Agree = capabilities != "" && !has("depends on history")
}

// besideRing fills the ratios to ring-vnodes.
func besideRing(rows []summaryRow) []summaryRow {
	var ring summaryRow
	for _, r := range rows {
		if r.Locator == "ring-vnodes" {
			ring = r
		}
	}
	for i := range rows {
		r := &rows[i]
		if ring.Ns > 0 && r.Ns > 0 {
			r.NsOver = r.Ns / ring.Ns
		}
		if ring.Bytes > 0 && r.Bytes >= 0 {
			r.Over = record.Float(r.Bytes) / record.Float(ring.Bytes)
		}
	}
	return rows
}

// supported is the colour of what a locator supports, as a ratio.
const supported = 0.4

func summaryPanel(rows []summaryRow) chart.Panel {
	cells := blank(len(rows), len(summaryHeads))
	var names []string
	for i, r := range rows {
		names = append(names, r.Locator)
		for j, v := range []record.Float{r.Peak, r.Moved, r.NsOver, r.Over} {
			if v.Known() {
				cells.Ratios[i][j], cells.Texts[i][j] = float64(v), cellText(float64(v))
			}
		}
		for j, has := range []bool{r.Anyone, r.Agree, r.Weights, r.Replicas, r.Bounded} {
			if has {
				cells.Ratios[i][4+j], cells.Texts[i][4+j] = supported, "yes"
			}
		}
	}
	columns := chart.NamesAxis(summaryHeads)
	columns.Turned = true
	return chart.Panel{X: columns, Y: chart.NamesAxis(names), Marks: []chart.Mark{cells}}
}

func summaryKeys() (keys []chart.Key) {
	for _, k := range []struct {
		text  string
		ratio float64
	}{{"÷10 and less", 0.1}, {"supported", supported}, {"1: ideal, or as ring-vnodes", 1}, {"×3", 3}, {"×10 and more", 10}} {
		keys = append(keys, chart.Key{Text: k.text, Fill: color.Color(chart.RatioColor(k.ratio))})
	}
	return keys
}

// summaryTitle counts the locators that are even, move the least and let any node leave.
func summaryTitle(rows []summaryRow) string {
	var best []string
	for _, r := range rows {
		if r.Peak < 1.1 && r.Moved < 1.1 && r.Anyone && r.Agree {
			best = append(best, r.Locator)
		}
	}
	const rest = "even within 10 %, moves no more than 10 % above the least, lets any node leave and depends on the set alone"
	switch len(best) {
	case 0:
		return fmt.Sprintf("No locator of %d is %s", len(rows), rest)
	case 1:
		return fmt.Sprintf("Of %d locators %s alone is %s", len(rows), best[0], rest)
	}
	return fmt.Sprintf("Of %d locators %d are %s: %s", len(rows), len(best), strings.NewReplacer("moves", "move", "lets", "let", "depends", "depend").Replace(rest), strings.Join(best, ", "))
}

func init() {
	register(Figure{Name: "balance-summary", Experiment: "balance", plan: planBalanceSummary,
		Question: "Which locator does what, and at what cost?"})
}
