package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hashlab/experiments/internal/record"
)

// A table is what the report shows of a result file.
type table struct {
	Caption string
	Header  []string
	Rows    [][]string
}

func (t *table) add(cells ...string) { t.Rows = append(t.Rows, cells) }

// columns returns the columns with the given heads, under another caption; of equal heads the first counts.
func (t table) columns(caption string, heads ...string) table {
	picked := table{Caption: caption, Header: heads}
	for _, row := range t.Rows {
		cells := make([]string, len(heads))
		for i, head := range heads {
			cells[i] = row[slices.Index(t.Header, head)]
		}
		picked.add(cells...)
	}
	return picked
}

// String returns the table in Markdown.
func (t table) String() string {
	var b strings.Builder
	line := func(cells []string) {
		b.WriteString("|")
		for _, c := range cells {
			b.WriteString(" " + strings.ReplaceAll(c, "|", "\\|") + " |")
		}
		b.WriteString("\n")
	}
	line(t.Header)
	rule := make([]string, len(t.Header))
	for i := range rule {
		rule[i] = "---"
	}
	line(rule)
	for _, row := range t.Rows {
		line(row)
	}
	return b.String()
}

// unknown is shown for what is not known.
const unknown = "–"

// digits returns v with n significant digits, in plain decimals where they are short.
func digits(v record.Float, n int) string {
	x := float64(v)
	switch {
	case !v.Known():
		return unknown
	case x == 0:
		return "0"
	}
	exponent := int(math.Floor(math.Log10(math.Abs(x))))
	if exponent < -4 || exponent > 6 {
		return scientific(x, n)
	}
	return strconv.FormatFloat(x, 'f', max(n-1-exponent, 0), 64)
}

func scientific(x float64, n int) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', n-1, 64), "e")
	power, err := strconv.Atoi(exponent)
	if err != nil {
		return unknown
	}
	return fmt.Sprintf("%s×10<sup>%d</sup>", mantissa, power)
}

// within returns v and its interval, n significant digits each.
func within(v, low, high record.Float, n int) string {
	if !low.Known() || !high.Known() {
		return digits(v, n)
	}
	return fmt.Sprintf("%s (%s to %s)", digits(v, n), digits(low, n), digits(high, n))
}

// percent returns a share as a percentage with n significant digits.
func percent(v record.Float, n int) string {
	if !v.Known() {
		return unknown
	}
	return digits(v*100, n) + " %"
}

// count returns a whole number with its thousands apart.
func count(n uint64) string {
	text := strconv.FormatUint(n, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// whole writes a number that is not negative rounded to a whole one, with its thousands set apart.
func whole(f record.Float) string { return count(uint64(math.Round(float64(f)))) }
