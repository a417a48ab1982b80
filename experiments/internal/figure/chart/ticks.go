package chart

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// slack lets a tick at the end of an axis count as inside in spite of rounding.
const slack = 1e-12

// logTicks marks a logarithmic axis at every digit of every decade. It writes at most as many labels as
// its value: at 1, 2 and 5 where they fit, else at decades, else at every so many decades. An empty or
// reversed range, 0 or NaN gives no ticks.
type logTicks int

// Ticks implements plot.Ticker. The values are parsed from decimal text, since repeated multiplication
// would drift.
func (most logTicks) Ticks(lo, hi float64) []plot.Tick {
	if !(lo > 0) || !(hi > lo) || math.IsInf(hi, 1) {
		return nil
	}
	first, last := int(math.Floor(math.Log10(lo))), int(math.Ceil(math.Log10(hi)))
	var ticks []plot.Tick
	var fine, decades []int // indices into ticks
	for exponent := first; exponent <= last; exponent++ {
		for digit := 1; digit <= 9; digit++ {
			v, err := strconv.ParseFloat(fmt.Sprintf("%de%d", digit, exponent), 64)
			if err != nil || v < lo*(1-slack) || v > hi*(1+slack) {
				continue
			}
			if digit == 1 {
				decades = append(decades, len(ticks))
			}
			if digit == 1 || digit == 2 || digit == 5 {
				fine = append(fine, len(ticks))
			}
			ticks = append(ticks, plot.Tick{Value: v})
		}
	}
	for _, i := range choose(int(most), fine, decades) {
		ticks[i].Label = Number(ticks[i].Value)
	}
	return ticks
}

// choose returns which ticks are labelled: all fine ones where at most most of them are there or too few
// decades are, else every stride-th decade.
func choose(most int, fine, decades []int) []int {
	if len(fine) <= most || len(decades) < 2 {
		return fine
	}
	stride := (len(decades) + most - 1) / most
	var chosen []int
	for i := 0; i < len(decades); i += stride {
		chosen = append(chosen, decades[i])
	}
	return chosen
}

// linearTicks marks a linear axis at multiples of 1, 2 or 5 times a power of ten, with at most as many
// labels as its value, but at least two steps.
type linearTicks int

// Ticks implements plot.Ticker.
func (most linearTicks) Ticks(lo, hi float64) []plot.Tick {
	if !(hi > lo) || math.IsInf(hi-lo, 1) {
		return nil
	}
	exponent := int(math.Floor(math.Log10((hi-lo)/float64(most)))) - 1
	for {
		for _, digit := range []float64{1, 2, 5} {
			step := digit * math.Pow10(exponent)
			from, to := int(math.Ceil(lo/step-slack)), int(math.Floor(hi/step+slack))
			if to-from+1 > max(int(most), 2) {
				continue
			}
			var ticks []plot.Tick
			for i := from; i <= to; i++ {
				value := float64(i) * step
				ticks = append(ticks, plot.Tick{Value: value, Label: strconv.FormatFloat(value, 'f', max(0, -exponent), 64)})
			}
			return ticks
		}
		exponent++
	}
}

// bare drops the labels of another ticker.
type bare struct{ plot.Ticker }

// Ticks implements plot.Ticker.
func (b bare) Ticks(lo, hi float64) []plot.Tick {
	ticks := b.Ticker.Ticks(lo, hi)
	for i := range ticks {
		ticks[i].Label = ""
	}
	return ticks
}

// Number writes v with up to three significant digits: as a plain decimal from 0.01 to 9999, else with a
// power of ten in superscripts, as 10⁻³ or 5×10⁻⁴.
func Number(v float64) string {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', 2, 64), "e")
	power, _ := strconv.Atoi(exponent) // FormatFloat wrote an integer
	if power >= -2 && power <= 3 {
		text := strconv.FormatFloat(v, 'f', max(0, 2-power), 64)
		if strings.Contains(text, ".") {
			text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
		}
		return text
	}
	mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	tens := "10" + superscript(power)
	switch mantissa {
	case "1":
		return tens
	case "-1":
		return "-" + tens
	}
	return mantissa + "×" + tens
}

var superscripts = strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵",
	"6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")

func superscript(n int) string { return superscripts.Replace(strconv.Itoa(n)) }
