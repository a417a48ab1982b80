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
}

// SummariseBlocks summarises a series from the median, the least sample and the number of samples of each
// block. The interval is by order statistics over blocks; below six blocks there is none.
func SummariseBlocks(medians, least []float64, samples int) Timed {
	t := Timed{Ns: record.Unknown, Low: record.Unknown, High: record.Unknown, Least: record.Unknown, Blocks: len(medians), Samples: samples}
	if median, ok := stats.Median(medians); ok {
		t.Ns = record.Float(median)
	}
	if i, ok := stats.MedianInterval(medians, 0.95); ok {
		t.Low, t.High = record.Float(i.Low), record.Float(i.High)
	}
	for _, ns := range least {
		if !t.Least.Known() || record.Float(ns) < t.Least {
			t.Least = record.Float(ns)
		}
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
