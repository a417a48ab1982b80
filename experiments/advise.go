package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hashlab/experiments/internal/advise"
	"hashlab/experiments/internal/machine"
	"hashlab/experiments/internal/record"
)

func newAdvise() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "advise filter|ring|hash",
		Short: "Choose a filter, a ring or a hash function for your case",
		Long: `Advise ranks what does what you wish: filters by the total cost of a query, which is the look-up and the misses that
pass, locators and hash functions by time. Timings are the results of this machine or, where there are none, those of
a calibration of some seconds. Filters that come near the best are timed side by side now, in either case; --from results
times nothing. What cannot be had gets the nearest that is possible, and why.

  hashlab advise filter --n 1e7 --fpr 1e-3 --hit-share 0.05 --miss-cost 50us --memory 16MiB
  hashlab advise ring --nodes 12 --peak 1.1 --leave any
  hashlab advise hash --key-bytes 24 --untrusted`,
	}
	cmd.AddCommand(newAdviseFilter(), newAdviseRing(), newAdviseHash())
	// A parent without a run of its own would print help for an unknown child and end with 0.
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return fmt.Errorf("advise %q: there are filter, ring and hash", args[0])
		}
		return fmt.Errorf("advise what? There are filter, ring and hash")
	}
	return cmd
}

// adviser adds the flags that all advice has, and returns what makes the adviser of them.
func adviser(cmd *cobra.Command) func() (advise.Adviser, error) {
	out, from := ".", string(advise.Auto)
	cmd.Flags().StringVar(&out, "out", out, "folder whose results/ are read")
	cmd.Flags().StringVar(&from, "from", from, fmt.Sprintf("where timings come from: one of %v", advise.Sources()))
	return func() (advise.Adviser, error) {
		if !slices.Contains(advise.Sources(), advise.Source(from)) {
			return advise.Adviser{}, fmt.Errorf("unknown source of timings %q: there are %v", from, advise.Sources())
		}
		progress := func(what string) { fmt.Fprintln(cmd.ErrOrStderr(), what+" …") }
		return advise.Adviser{Store: record.Store{Root: out}, Machine: machine.Read().ID(), From: advise.Source(from), Progress: progress}, nil
	}
}

// tell prints the advice, or returns why there is none.
func tell[A interface{ Text(io.Writer) error }](w io.Writer, advice A, err error) error {
	if err != nil {
		return err
	}
	return advice.Text(w)
}

func newAdviseFilter() *cobra.Command {
	var w advise.FilterWish
	var n, missCost, memory string
	cmd := &cobra.Command{Use: "filter --n KEYS --fpr SHARE", Short: "Choose a filter and its size", Args: takesNone}
	open := adviser(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		if w.N, err = parseCount(n); err != nil {
			return err
		}
		cost, err := time.ParseDuration(missCost)
		if err != nil {
			return fmt.Errorf("--miss-cost %q is not a time such as 50us", missCost)
		}
		w.MissCost = float64(cost.Nanoseconds())
		if w.Memory, err = parseBytes(memory); err != nil {
			return err
		}
		a, err := open()
		if err != nil {
			return err
		}
		advice, err := a.Filter(cmd.Context(), w)
		return tell(cmd.OutOrStdout(), advice, err)
	}
	flags := cmd.Flags()
	flags.StringVar(&n, "n", "1e6", "distinct keys")
	flags.Float64Var(&w.FPR, "fpr", 0.01, "the greatest share of absent keys that may pass")
	flags.Float64Var(&w.HitShare, "hit-share", 0.5, "share of the queries that are for present keys")
	flags.StringVar(&missCost, "miss-cost", "50us", "what an absent key costs that passes")
	flags.StringVar(&memory, "memory", "", "at most so much, e.g. 16MiB")
	flags.BoolVar(&w.Delete, "delete", false, "keys leave again")
	flags.BoolVar(&w.Static, "static", false, "all keys are there from the start, and none comes or leaves")
	flags.BoolVar(&w.Growing, "growing", false, "there may be many more keys than n")
	flags.BoolVar(&w.Untrusted, "untrusted", false, "an adversary chooses keys")
	flags.BoolVar(&w.Bulk, "bulk", false, "look-ups come many in one call, not one at a time")
	flags.IntVar(&w.Threads, "threads", 1, "threads that add and look up at the same time")
	return cmd
}

func newAdviseRing() *cobra.Command {
	var w advise.RingWish
	cmd := &cobra.Command{Use: "ring --nodes N --peak P", Short: "Choose a consistent hash and its vnodes", Args: takesNone}
	open := adviser(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		a, err := open()
		if err != nil {
			return err
		}
		advice, err := a.Ring(cmd.Context(), w)
		return tell(cmd.OutOrStdout(), advice, err)
	}
	flags := cmd.Flags()
	w.Nodes = 10
	flags.Var((*countFlag)(&w.Nodes), "nodes", "nodes")
	flags.Float64Var(&w.Peak, "peak", 1.1, "what the fullest node may have, times the mean")
	flags.StringVar(&w.Leave, "leave", advise.LeaveAny, "which nodes may leave: any, last or none")
	flags.BoolVar(&w.Weights, "weights", false, "shares follow weights")
	flags.IntVar(&w.Replicas, "replicas", 1, "copies of a key on distinct nodes")
	flags.Float64Var(&w.MaxLoad, "max-load", 0, "bound on the requests that a node bears, times the mean")
	return cmd
}

func newAdviseHash() *cobra.Command {
	var w advise.HashWish
	cmd := &cobra.Command{Use: "hash --key-bytes N", Short: "Choose a hash function", Args: takesNone}
	open := adviser(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		a, err := open()
		if err != nil {
			return err
		}
		advice, err := a.Hash(cmd.Context(), w)
		return tell(cmd.OutOrStdout(), advice, err)
	}
	flags := cmd.Flags()
	flags.IntVar(&w.KeyBytes, "key-bytes", 16, "length of a usual key")
	flags.BoolVar(&w.Untrusted, "untrusted", false, "an adversary chooses keys")
	flags.BoolVar(&w.Stable, "stable", false, "values are stored, or other machines must agree on them")
	return cmd
}

// parseCount reads a whole number such as 1000, 1e7 or 2.5e6.
func parseCount(text string) (uint64, error) {
	x, err := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
	if err != nil || !(x >= 0 && x < 1<<53) || x != float64(uint64(x)) {
		return 0, fmt.Errorf("%q is not a whole number such as 1000 or 1e7", text)
	}
	return uint64(x), nil
}

// A countFlag is a flag that reads a whole number as parseCount does.
type countFlag int

func (c *countFlag) Set(text string) error {
	count, err := parseCount(text)
	*c = countFlag(count)
	return err
}

func (c *countFlag) String() string { return strconv.Itoa(int(*c)) }

func (c *countFlag) Type() string { return "count" }

// parseBytes reads a size such as 16MiB, 100 kB or 4096, in which case does not matter; "" is 0.
func parseBytes(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	number, factor := strings.ToLower(text), 1.0
	for _, u := range []struct {
		unit   string
		factor float64
	}{{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"b", 1}} {
		if rest, ok := strings.CutSuffix(number, u.unit); ok {
			number, factor = strings.TrimSpace(rest), u.factor
			break
		}
	}
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || !(x > 0 && x*factor >= 1 && x*factor < 1<<50) {
		return 0, fmt.Errorf("%q is not a size such as 16MiB or 100kB", text)
	}
	return int64(x * factor), nil
}
