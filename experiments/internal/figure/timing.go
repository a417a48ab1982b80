package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// implOf, nsOf and their like are columns of throughput rows.
func implOf(r record.ThroughputRow) string       { return r.Impl }
func nsOf(r record.ThroughputRow) record.Float   { return r.NsPerKey }
func nsLow(r record.ThroughputRow) record.Float  { return r.NsLow }
func nsHigh(r record.ThroughputRow) record.Float { return r.NsHigh }

// timings draws the series of one column of panels: ns per key against x, by implementation.
func timings(rows []record.ThroughputRow, x func(record.ThroughputRow) float64, name string) chart.Series {
	k := chart.Series{Name: name, Style: styleOf(name)}
	for _, r := range where(rows, func(r record.ThroughputRow) bool { return r.Impl == name }) {
		k.Points = append(k.Points, chart.Point{X: x(r), Y: float64(r.NsPerKey), Low: float64(r.NsLow), High: float64(r.NsHigh)})
	}
	slices.SortStableFunc(k.Points, func(a, b chart.Point) int { return cmp.Compare(a.X, b.X) })
	return k
}

// timingColumn returns a column of panels of rows, with the controls behind everything else.
func timingColumn(head string, x, y chart.Axis, rows []record.ThroughputRow, of func(record.ThroughputRow) float64) column {
	c := column{head: head, x: x, y: y, marks: func(name string) []chart.Mark {
		return []chart.Mark{timings(rows, of, name)}
	}}
	for _, name := range distinct(rows, implOf) {
		if k := timings(rows, of, name); isControl(name) && len(k.Points) > 0 {
			k.Name = name + " (control)"
			c.behind = append(c.behind, k)
		}
	}
	return c
}

// timed returns the names of the implementations in rows, the controls left out.
func timed(rows []record.ThroughputRow) []string {
	return slices.DeleteFunc(distinct(rows, implOf), isControl)
}

// commonest returns the value with the most rows, the greatest where several have as many.
func commonest[T any, V int | uint64 | float64](rows []T, column func(T) V) V {
	values := distinct(rows, column)
	best, most := values[0], 0
	for _, v := range values {
		if n := len(where(rows, func(r T) bool { return column(r) == v })); n >= most {
			best, most = v, n
		}
	}
	return best
}

// extremes returns the rows with the least and the greatest median, the control left out.
func extremes(rows []record.ThroughputRow) (least, most record.ThroughputRow, ok bool) {
	least.NsPerKey, most.NsPerKey = record.Float(math.Inf(1)), record.Float(math.Inf(-1))
	for _, r := range rows {
		if isControl(r.Impl) || !r.NsPerKey.Known() {
			continue
		}
		if r.NsPerKey < least.NsPerKey {
			least = r
		}
		if r.NsPerKey > most.NsPerKey {
			most = r
		}
	}
	return least, most, least.NsPerKey.Known()
}

// timingTitle states the least and the greatest time for a setting that begins the sentence.
func timingTitle(rows []record.ThroughputRow, setting string) string {
	least, most, ok := extremes(rows)
	switch {
	case !ok:
		return setting + ": only the control was timed"
	case least.Impl == most.Impl:
		return fmt.Sprintf("%s: %s takes %s ns a key", setting, least.Impl, num(least.NsPerKey))
	}
	return fmt.Sprintf("%s: %s takes least, %s ns a key; %s takes most, %s ns", setting,
		least.Impl, num(least.NsPerKey), most.Impl, num(most.NsPerKey))
}

// blocks says how the times of rows were summarised.
func blocks(rows []record.ThroughputRow) string {
	known := slices.ContainsFunc(rows, func(r record.ThroughputRow) bool { return r.NsLow.Known() })
	return medians(distinct(rows, func(r record.ThroughputRow) int { return r.Blocks }), known)
}

// throughput returns the rows of one kind and operation that have a time and that keep accepts.
func throughput(s record.Store, kind, op string, keep func(record.ThroughputRow) bool) ([]record.ThroughputRow, error) {
	return read(s, "throughput.csv", "timings of "+op+" on "+kind+"s", func(r record.ThroughputRow) bool {
		return r.Kind == kind && r.Op == op && r.NsPerKey > 0 && keep(r)
	})
}

// timingAxes returns the axes that all panels of a figure share.
func timingAxes(label string, rows []record.ThroughputRow, of func(record.ThroughputRow) float64, columns int) (x, y chart.Axis) {
	var values []float64
	for _, r := range rows {
		values = append(values, of(r))
	}
	return narrow(chart.LogAxis(label, values...), columns), chart.LogAxis("", floats(rows, nsOf, nsLow, nsHigh)...)
}

// hashing returns a sentence that names the implementations which were timed with their own hashing, ""
// without any.
func hashing(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf(" Hashing is included for %s.", strings.Join(names, ", "))
}
