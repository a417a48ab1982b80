package plan

import (
	"strconv"
	"strings"

	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
)

// Timed is a timing series, summarised over its blocks.
type Timed struct {
	Ns, Low, High, Least record.Float // ns per key: median of block medians, its 95 % interval, least sample
	Blocks, Samples      int
	Outliers             int          // samples beyond three interquartile ranges; they count like the others
	BootLow, BootHigh    record.Float // 95 % interval of Ns by bootstrap over blocks, unknown up to record.BootstrapBeyond of them
	Trend, TrendP        record.Float // Kendall's τ of the block medians against their order, and its p-value
}

// A Block is what one block measured of a series.
type Block struct {
	Ns, Least record.Float // ns per key: median of the samples, and the least
	Samples   string       // as SampleList writes them
}

// SummariseBlocks summarises a series. The interval is by order statistics over blocks; below six blocks
// there is none. Above record.BootstrapBeyond blocks the bootstrap's stands beside it.
func SummariseBlocks(blocks []Block) Timed {
	t := Timed{Ns: record.Unknown, Low: record.Unknown, High: record.Unknown, Least: record.Unknown, Blocks: len(blocks),
		BootLow: record.Unknown, BootHigh: record.Unknown, Trend: record.Unknown, TrendP: record.Unknown}
	var medians, samples []float64
	for _, b := range blocks {
		medians = append(medians, float64(b.Ns))
		for _, text := range strings.Fields(b.Samples) {
			t.Samples++
			if ns, err := strconv.ParseFloat(text, 64); err == nil {
				samples = append(samples, ns)
			}
		}
		if !t.Least.Known() || b.Least < t.Least {
			t.Least = b.Least
		}
	}
	if median, ok := stats.Median(medians); ok {
		t.Ns = record.Float(median)
	}
	if i, ok := stats.MedianInterval(medians, 0.95); ok {
		t.Low, t.High = record.Float(i.Low), record.Float(i.High)
	}
	if len(medians) > record.BootstrapBeyond {
		if i, ok := stats.Bootstrap(medians, stats.MiddleInPlace, record.BootstrapResamples, 0.95, record.BootstrapSeed); ok {
			t.BootLow, t.BootHigh = record.Float(i.Low), record.Float(i.High)
		}
	}
	t.Outliers, _ = stats.Outliers(samples, 3)
	if tau, p, ok := stats.Trend(medians); ok {
		t.Trend, t.TrendP = record.Float(tau), record.Float(p)
	}
	return t
}

// SampleList returns samples, in ns per key to six digits, separated by spaces: how a point keeps them.
func SampleList(samples []float64) string {
	texts := make([]string, len(samples))
	for i, ns := range samples {
		texts[i] = strconv.FormatFloat(ns, 'g', 6, 64)
	}
	return strings.Join(texts, " ")
}
