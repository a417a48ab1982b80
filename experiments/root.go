package main

import (
	"io"

	"github.com/spf13/cobra"

	"hashlab/experiments/balance"
	"hashlab/experiments/cachetier"
	"hashlab/experiments/fpr"
	"hashlab/experiments/hashing"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/memory"
	"hashlab/experiments/quality"
	"hashlab/experiments/remap"
	"hashlab/experiments/signup"
	"hashlab/experiments/throughput"
)

// experiments are all there are, in the order in which they run and are reported.
var experiments = []plan.Experiment{
	fpr.Experiment, memory.Experiment, balance.Experiment, remap.Experiment, hashing.Experiment, quality.Experiment, throughput.Experiment,
	signup.Experiment, cachetier.Experiment,
}

func newRoot(stdout, stderr io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:   "hashlab",
		Short: "A laboratory for Bloom filters, consistent hashing and hash functions",
		Long: `Hashlab measures every filter, locator and hash function that is registered, on real and made keys, holds each
figure against exact theory with its uncertainty, draws it and writes the report.

A first look:      hashlab list filters; hashlab run --profile smoke
Your own keys:     hashlab run fpr --keys names.txt && hashlab plot --out out && hashlab report --out out
One hash function: hashlab run hashing fpr --select hash:xxh3

Exit codes: 0 all done and all checks hold, 1 a check failed, 2 usage or nothing selected, 3 some points failed,
4 the store of results is unusable, 130 interrupted (finished points are saved).`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetFlagErrorFunc(flagError)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(newList(), newRun(), newPlot(), newReport(), newVerify(), newCompare(), newMerge(), newExplain(), newExport(), newBench(), newDoctor(), newShow(), newAdvise(), newWorker())
	return root
}
