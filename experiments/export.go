package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
)

func newExport() *cobra.Command {
	out, parquet := ".", false
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Print every timing sample as tidy CSV or Parquet, one a row",
		Long: `Export prints the raw samples of all timings, one observation a row with its block, attempt and place, so that other
tools can summarise them in their own way. Samples of attempts that the machine disturbed come first, marked so.`,
		Args: takesNone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return export(record.Store{Root: out}, parquet, cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&parquet, "parquet", false, "write Parquet instead of CSV")
	cmd.Flags().StringVar(&out, "out", out, "folder whose results/ are read")
	return cmd
}

// A sample is one timed call.
type sample struct {
	Experiment string       `csv:"experiment"`
	Impl       string       `csv:"impl"`
	Hash       string       `csv:"hash"`
	Op         string       `csv:"op"`
	Mode       string       `csv:"mode"`
	N          uint64       `csv:"n"`
	Nodes      int          `csv:"nodes"`
	KeyBytes   int          `csv:"key_bytes"`
	HitShare   record.Float `csv:"hit_share"`
	Block      uint64       `csv:"block"`
	Order      int          `csv:"order"`
	Twin       bool         `csv:"twin"`
	Discarded  bool         `csv:"discarded"`
	Outlier    bool         `csv:"outlier"` // beyond three interquartile ranges of its series, and counted like the others
	Sample     int          `csv:"sample"`
	NsPerKey   record.Float `csv:"ns_per_key"`
}

func export(s record.Store, parquet bool, w io.Writer) error {
	var samples []sample
	throughput, err := record.Read[record.ThroughputPoint](s, "throughput_points.csv")
	if err != nil {
		return err
	}
	for _, p := range throughput {
		of := sample{Experiment: "throughput", Impl: p.Impl, Hash: p.Hash, Op: p.Op, Mode: p.Mode, N: p.N, Nodes: p.Nodes,
			HitShare: p.HitShare, Block: p.Block, Order: p.Order, Twin: p.Twin}
		if samples, err = spread(samples, of, p.Discarded, p.SampleList); err != nil {
			return err
		}
	}
	hashing, err := record.Read[record.HashingPoint](s, "hashing_points.csv")
	if err != nil {
		return err
	}
	for _, p := range hashing {
		op := "hash"
		if p.Loop != "" && p.Loop != "bulk" {
			op += "-" + p.Loop
		}
		of := sample{Experiment: "hashing", Impl: p.Hash, Hash: p.Hash, Op: op, Mode: p.Form, KeyBytes: p.KeyBytes,
			HitShare: record.Unknown, Block: p.Block, Order: p.Order}
		if samples, err = spread(samples, of, p.Discarded, p.SampleList); err != nil {
			return err
		}
	}
	markOutliers(samples)
	if len(samples) == 0 {
		return fmt.Errorf("%s holds no timings: hashlab run throughput hashing makes some", s.Result(""))
	}
	if parquet {
		return exportParquet(samples, w)
	}
	text, err := record.Encode(samples)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// markOutliers marks what lies far from the other samples of its series; discarded ones are judged by the others.
func markOutliers(samples []sample) {
	series := func(s sample) sample {
		s.Block, s.Order, s.Discarded, s.Sample, s.NsPerKey = 0, 0, false, 0, 0
		if !s.HitShare.Known() {
			s.HitShare = -1 // an unknown number equals nothing
		}
		return s
	}
	kept := map[sample][]float64{}
	for _, s := range samples {
		if !s.Discarded {
			kept[series(s)] = append(kept[series(s)], float64(s.NsPerKey))
		}
	}
	type fence struct{ low, high float64 }
	fences := map[sample]fence{}
	for name, ns := range kept {
		if low, high, ok := stats.Fences(ns, 3); ok {
			fences[name] = fence{low, high}
		}
	}
	for i, s := range samples {
		f, ok := fences[series(s)]
		samples[i].Outlier = ok && (float64(s.NsPerKey) < f.low || float64(s.NsPerKey) > f.high)
	}
}

// spread appends a row for each sample of a point.
func spread(samples []sample, of sample, discarded, kept string) ([]sample, error) {
	for i, list := range []string{discarded, kept} {
		for j, text := range strings.Fields(list) {
			ns, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return nil, fmt.Errorf("sample %q of %s in block %d is not a number", text, of.Impl, of.Block)
			}
			of.Discarded, of.Sample, of.NsPerKey = i == 0, j, record.Float(ns)
			samples = append(samples, of)
		}
	}
	return samples, nil
}

// A column is a sample as Parquet holds it.
type column struct {
	Experiment string   `parquet:"experiment,dict"`
	Impl       string   `parquet:"impl,dict"`
	Hash       string   `parquet:"hash,dict"`
	Op         string   `parquet:"op,dict"`
	Mode       string   `parquet:"mode,dict"`
	N          uint64   `parquet:"n"`
	Nodes      int64    `parquet:"nodes"`
	KeyBytes   int64    `parquet:"key_bytes"`
	HitShare   *float64 `parquet:"hit_share,optional"`
	Block      uint64   `parquet:"block"`
	Order      int64    `parquet:"order"`
	Twin       bool     `parquet:"twin"`
	Discarded  bool     `parquet:"discarded"`
	Outlier    bool     `parquet:"outlier"`
	Sample     int64    `parquet:"sample"`
	NsPerKey   float64  `parquet:"ns_per_key"`
}

func exportParquet(samples []sample, w io.Writer) error {
	columns := make([]column, len(samples))
	for i, s := range samples {
		columns[i] = column{s.Experiment, s.Impl, s.Hash, s.Op, s.Mode, s.N, int64(s.Nodes), int64(s.KeyBytes), s.HitShare.Pointer(),
			s.Block, int64(s.Order), s.Twin, s.Discarded, s.Outlier, int64(s.Sample), float64(s.NsPerKey)}
	}
	return record.Parquet(w, columns)
}
