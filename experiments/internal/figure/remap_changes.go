package figure

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// shownChanges are the columns, with their heads.
var shownChanges = []struct{ name, head string }{
	{"add", "one joins"}, {"remove-first", "the first leaves"}, {"remove-middle", "the middle leaves"}, {"remove-last", "the last leaves"},
	{"replace", "one replaced"}, {"double", "doubled"}, {"weight", "a weight doubled"}, {"history", "100 at random"},
}

// changedNodes is the number of nodes before the changes.
const changedNodes = 10

func planRemapChanges(s record.Store) (plate, error) {
	rows, err := read(s, "remap.csv", "several changes of 10 nodes", func(r record.RemapRow) bool {
		return r.NodesBefore == changedNodes && r.Replicas <= 1 && r.Slack == 0 && r.MovedIdeal > 0 && r.MovedShare.Known() && ownOrBase(r.Hash) &&
			slices.ContainsFunc(shownChanges, func(c struct{ name, head string }) bool { return c.name == r.Change })
	})
	if err != nil {
		return plate{}, err
	}
	rows = usualVnodes(rows, remapLocator, func(r record.RemapRow) int { return r.Vnodes })
	names := distinct(rows, remapLocator)
	if len(distinct(rows, func(r record.RemapRow) string { return r.Change })) < 2 {
		return plate{}, fmt.Errorf("%w: remap.csv holds one change only", ErrNoData)
	}
	return finish(plate{
		form: "Table of colours with a row for each locator and a column for each change of nodes: share of keys that move over the least share that any scheme can move.",
		page: chart.Page{
			Title: changesTitle(rows, names),
			Subtitle: fmt.Sprintf("Moved share of keys ÷ the least that any scheme can move, from %d nodes on, hash %s or the locator's own, %s of node ids and keys. Printed where it leaves %v … %v; "+
				"below 1 where the nodes that come or go happen to own less. A slash: the scheme does not allow the change.", changedNodes, baseHash, seeds(rows, func(r record.RemapRow) int { return r.Seeds }), lowest, highest),
			Keys:        movedKeys(),
			Rows:        [][]chart.Panel{{changesPanel(rows, names)}},
			PanelHeight: max(120, 12.5*float64(len(names))+84),
		},
	}, rows)
}

func movedOver(r record.RemapRow) float64 { return float64(r.MovedShare / r.MovedIdeal) }

func changesPanel(rows []record.RemapRow, names []string) chart.Panel {
	cells := blank(len(names), len(shownChanges))
	var heads []string
	for j, c := range shownChanges {
		heads = append(heads, c.head)
		for _, r := range where(rows, func(r record.RemapRow) bool { return r.Change == c.name }) {
			i := slices.Index(names, r.Locator)
			cells.Ratios[i][j] = movedOver(r)
			if movedOver(r) < lowest || movedOver(r) > highest {
				cells.Texts[i][j] = cellText(movedOver(r))
			}
		}
	}
	columns := chart.NamesAxis(heads)
	columns.Turned = true
	return chart.Panel{X: columns, Y: chart.NamesAxis(names), Marks: []chart.Mark{cells}}
}

// blank returns cells without values.
func blank(rows, columns int) chart.Cells {
	var cells chart.Cells
	for range rows {
		ratios := make([]float64, columns)
		for j := range ratios {
			ratios[j] = math.NaN()
		}
		cells.Ratios, cells.Texts = append(cells.Ratios, ratios), append(cells.Texts, make([]string, columns))
	}
	return cells
}

func movedKeys() (keys []chart.Key) {
	for _, k := range []struct {
		text  string
		ratio float64
	}{{"the least possible", 1}, {"×1.5", 1.5}, {"×2", 2}, {"×5", 5}, {"×10 and more", 10}} {
		keys = append(keys, chart.Key{Text: k.text, Fill: color.Color(chart.RatioColor(k.ratio))})
	}
	return keys
}

// changesTitle says how many locators move the least in every change, and where most moves.
func changesTitle(rows []record.RemapRow, names []string) string {
	clean := 0
	for _, name := range names {
		if !slices.ContainsFunc(rows, func(r record.RemapRow) bool { return r.Locator == name && r.Unnecessary > 0 }) {
			clean++
		}
	}
	worst := slices.MaxFunc(rows, func(a, b record.RemapRow) int {
		switch {
		case movedOver(a) < movedOver(b):
			return -1
		case movedOver(a) > movedOver(b):
			return 1
		}
		return 0
	})
	text := fmt.Sprintf("No key moves between nodes that stay, whatever the change, in %s", share(clean, len(names), "locator"))
	if worst.Unnecessary > 0 {
		head := worst.Change
		for _, c := range shownChanges {
			if c.name == head {
				head = c.head
			}
		}
		text += fmt.Sprintf("; farthest off: %s (%s), %s the least possible", worst.Locator, head, times(movedOver(worst)))
	}
	return text
}

func init() {
	register(Figure{Name: "remap-changes", Experiment: "remap", plan: planRemapChanges,
		Question: "How much more than the least possible does each change of nodes move?"})
}
