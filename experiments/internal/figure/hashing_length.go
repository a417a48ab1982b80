package figure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

func planHashingLength(s record.Store) (plate, error) {
	rows, err := read(s, "hashing.csv", "timings of byte keys", func(r record.HashingRow) bool {
		return r.Form == "bytes" && r.KeyBytes > 0 && r.NsPerKey > 0
	})
	if err != nil {
		return plate{}, err
	}
	slices.SortStableFunc(rows, func(a, b record.HashingRow) int { return a.KeyBytes - b.KeyBytes })
	grid, most := hashingPanels(rows)
	return finish(plate{
		form: "Two columns of panels against key length in bytes, all axes logarithmic: time per key in ns, and throughput in GB/s; a row of panels for " +
			"each group of hash functions and a line for each function.",
		page: chart.Page{
			Title: hashingTitle(rows),
			Subtitle: fmt.Sprintf("ns per key and GB/s (10⁹ bytes a second) against key length in bytes, one thread. %s; panels of a column have the same axes.%s",
				medians(distinct(rows, func(r record.HashingRow) int { return r.Blocks }),
					slices.ContainsFunc(rows, func(r record.HashingRow) bool { return r.NsLow.Known() })), unread(rows)),
			Rows:        grid,
			PanelHeight: max(120, 11*float64(most)+48),
		},
	}, rows)
}

func hashingName(r record.HashingRow) string { return r.Hash }
func keyBytes(r record.HashingRow) int       { return r.KeyBytes }

// hashingPanels returns a panel for each family of functions, or several for a large one, and the number of
// lines in the fullest.
func hashingPanels(rows []record.HashingRow) (grid [][]chart.Panel, most int) {
	var lengths []float64
	for _, r := range rows {
		lengths = append(lengths, float64(r.KeyBytes))
	}
	x := narrow(chart.LogAxis("key length in bytes", lengths...), 2)
	columns := []column{
		{x: x, y: chart.LogAxis("", floats(rows, nsOfHash, func(r record.HashingRow) record.Float { return r.NsLow },
			func(r record.HashingRow) record.Float { return r.NsHigh })...),
			marks: func(hash string) []chart.Mark { return []chart.Mark{hashingSeries(rows, hash)} }},
		{x: x, y: chart.LogAxis("", floats(where(rows, readsKey), rateOfHash)...),
			marks: func(hash string) []chart.Mark { return []chart.Mark{rateSeries(rows, hash)} }},
	}
	if k := hashingSeries(rows, floorHash); len(k.Points) > 0 {
		k.Name += " (control)"
		rate := rateSeries(rows, floorHash)
		rate.Name = k.Name
		columns[0].behind, columns[1].behind = []chart.Mark{k}, []chart.Mark{rate}
	}
	groups, heads := familyGroups(slices.DeleteFunc(distinct(rows, hashingName), isControl))
	for _, g := range groups {
		most = max(most, len(g))
	}
	grid = multiples(groups, columns)
	for i := range grid {
		grid[i][0].Head, grid[i][1].Head = heads[i]+", ns", "GB/s"
	}
	return grid, most
}

func nsOfHash(r record.HashingRow) record.Float { return r.NsPerKey }

// rateOfHash returns GB/s: bytes per ns.
func rateOfHash(r record.HashingRow) record.Float { return record.Float(r.KeyBytes) / r.NsPerKey }

// readsKey reports whether the function reads all of its key: the control does not, whose throughput has no bound.
func readsKey(r record.HashingRow) bool { return r.Hash != "identity" }

// unread says why a function has no throughput.
func unread(rows []record.HashingRow) string {
	if !slices.ContainsFunc(rows, func(r record.HashingRow) bool { return !readsKey(r) }) {
		return ""
	}
	return " identity reads 8 bytes of a key at most, and so has no throughput."
}

// rateSeries is the throughput of a function, without intervals: those of the times say it.
func rateSeries(rows []record.HashingRow, hash string) chart.Series {
	k := chart.Series{Name: hash, Style: styleOf(hash)}
	for _, r := range where(rows, func(r record.HashingRow) bool { return r.Hash == hash && readsKey(r) }) {
		p := chart.Point{X: float64(r.KeyBytes), Y: float64(rateOfHash(r))}
		p.Low, p.High = chart.None()
		k.Points = append(k.Points, p)
	}
	return k
}

func hashingSeries(rows []record.HashingRow, hash string) chart.Series {
	k := chart.Series{Name: hash, Style: styleOf(hash)}
	for _, r := range where(rows, func(r record.HashingRow) bool { return r.Hash == hash }) {
		k.Points = append(k.Points, chart.Point{X: float64(r.KeyBytes), Y: float64(r.NsPerKey), Low: float64(r.NsLow), High: float64(r.NsHigh)})
	}
	return k
}

// isControlHash reports whether the function is there to fail: its speed is no finding.
func isControlHash(name string) bool {
	return name == floorHash || name == "identity" || strings.HasPrefix(name, "djb2-")
}

// floorHash is the control that reads every byte of the key and does nothing else.
const floorHash = "load"

// hashingTitle names the function with the least median for the shortest and for the longest keys.
func hashingTitle(rows []record.HashingRow) string {
	lengths := distinct(rows, keyBytes)
	onlyControls := !slices.ContainsFunc(rows, func(r record.HashingRow) bool { return !isControlHash(r.Hash) })
	least := func(length int) record.HashingRow {
		return slices.MinFunc(where(rows, func(r record.HashingRow) bool {
			return r.KeyBytes == length && (!isControlHash(r.Hash) || onlyControls)
		}), func(a, b record.HashingRow) int {
			return cmp.Compare(a.NsPerKey, b.NsPerKey)
		})
	}
	short, long := least(lengths[0]), least(lengths[len(lengths)-1])
	text := fmt.Sprintf("%s takes least for keys of %s, %s ns", short.Hash, plural(short.KeyBytes, "byte"), num(short.NsPerKey))
	if short.KeyBytes == long.KeyBytes {
		return text
	}
	end := fmt.Sprintf("%s bytes, %s GB/s", count(long.KeyBytes), num(rateOfHash(long)))
	if short.Hash == long.Hash {
		return text + ", and of " + end
	}
	return text + "; " + long.Hash + " for " + end
}

func init() {
	register(Figure{Name: "hashing-length", Experiment: "hashing", plan: planHashingLength,
		Question: "Which hash function is cheapest for keys of a given length?"})
}
