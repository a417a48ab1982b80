package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/registry"
)

// runFlags are the flags of `hashlab run` as given.
type runFlags struct {
	profile, selection, out  string
	keysFile, absentFile     string
	nodesFile, traceFile     string
	set                      []string
	seed                     uint64
	fresh, dryRun            bool
	shardText                string
	shard                    shard
	selected                 []plan.Experiment
	narrowing                plan.Narrowing
	scope                    plan.Scope
	store, base              record.Store
	ownData, narrowed, inOut bool
}

func newRun() *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "run [EXPERIMENT…]",
		Short: "Measure what the journal lacks, and write the results",
		Long: `Run measures every point of the grid that the journal of the results does not hold yet, and makes the result files
from all points. A point is one combination of factors with one seed; a finished one is saved at once, so that an
interrupted run goes on where it was.

The whole standard grid is written to results/. Any other profile, a narrowed run or one on your own data is written
to --out, where a narrowed run stands beside a copy of results/.

  hashlab run                                        the standard grid
  hashlab run --dry-run                              what it would measure, and for how long
  hashlab run fpr --select 'hash:(xxh3 OR fnv1a-64)' some points of it
  hashlab run fpr --set n=1e7 --set target_fpr=1e-5  beyond the grid
  hashlab run fpr --keys names.txt                   your own keys, half of them held back as absent ones
  hashlab run balance --nodes nodes.csv              your own nodes, id[,weight] a line
  hashlab run cachetier --trace requests.txt.gz      your own requests, one key a line in their order`,
		RunE: func(cmd *cobra.Command, args []string) error {
			args, err := f.forOwnData(args)
			if err != nil {
				return err
			}
			if err := f.resolve(args, cmd.OutOrStdout()); err != nil {
				return err
			}
			return runAll(cmd.Context(), f, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	flags := cmd.Flags()
	f.scopeFlags(flags)
	flags.StringVar(&f.selection, "select", "", "measure only points whose factors match, e.g. 'filter:bloom-classic -hash:md5'")
	flags.StringArrayVar(&f.set, "set", nil, "measure at other levels of a factor, e.g. n=1e6,1e7; may be repeated")
	flags.StringVar(&f.out, "out", "", "folder for results, plots and report (default . for the standard grid, else out)")
	flags.BoolVar(&f.fresh, "fresh", false, "measure again what the journal holds")
	flags.BoolVar(&f.dryRun, "dry-run", false, "print the points and the predicted seconds, measure nothing")
	flags.StringVar(&f.shardText, "shard", "", "measure part i/m of the points, i from 0; auto or auto/m takes i from Slurm or Kubernetes")
	return cmd
}

// scopeFlags adds the flags that say what a point's scope is, which a run hands on to its workers.
func (f *runFlags) scopeFlags(flags *pflag.FlagSet) {
	flags.StringVar(&f.profile, "profile", string(plan.Standard), "size of the run: smoke, standard or full")
	flags.Uint64Var(&f.seed, "seed", 1, "first seed; a seed picks keys and node ids, never the hash function")
	flags.StringVar(&f.keysFile, "keys", "", "file of your own keys, one a line, plain or gzip")
	flags.StringVar(&f.absentFile, "absent", "", "file of keys that are not among --keys; without it half of those are held back")
	flags.StringVar(&f.nodesFile, "nodes", "", "file of your own nodes, id[,weight] a line")
	flags.StringVar(&f.traceFile, "trace", "", "file of your own requests for cachetier, one key a line in their order, plain or gzip")
}

// scopeArgs returns those flags as arguments.
func (f *runFlags) scopeArgs() []string {
	return []string{"--profile=" + f.profile, fmt.Sprintf("--seed=%d", f.seed), "--keys=" + f.keysFile,
		"--absent=" + f.absentFile, "--nodes=" + f.nodesFile, "--trace=" + f.traceFile}
}

// resolve turns flags and arguments into what is run, or into a usage error. What is unusual about the user's
// files is said on w.
func (f *runFlags) resolve(args []string, w io.Writer) (err error) {
	if f.selected, err = pickExperiments(args); err != nil {
		return err
	}
	profile := plan.Profile(f.profile)
	if !slices.Contains(plan.Profiles(), profile) {
		return fmt.Errorf("unknown profile %q: there are %v", f.profile, plan.Profiles())
	}
	f.scope = plan.Scope{Profile: profile, Seed: f.seed}
	if f.narrowing.Select, err = record.NewSelection(f.selection); err != nil {
		return err
	}
	if f.narrowing.Set, err = parseSet(f.set); err != nil {
		return err
	}
	if f.shard, err = parseShardEnv(f.shardText); err != nil {
		return err
	}
	if err := f.ownKeysAndNodes(w); err != nil {
		return err
	}
	f.narrowed = f.narrowing.Narrow() || f.ownData || f.seed != 1 || !f.shard.whole()
	f.place(profile)
	return nil
}

// place chooses where results go, and what a narrowed run stands beside.
func (f *runFlags) place(profile plan.Profile) {
	own := record.Store{Root: "."}
	f.store = own
	switch {
	case f.out != "":
		f.store = record.Store{Root: f.out}
	case !f.shard.whole():
		f.store = record.Store{Root: fmt.Sprintf("out/shard-%d-of-%d", f.shard.index, f.shard.count)}
	case profile != plan.Standard:
		f.store = record.Store{Root: "out/" + string(profile)}
	case f.narrowed:
		f.store = record.Store{Root: "out"}
	}
	f.inOut = f.store != own
	if f.narrowed {
		f.base = f.store
	}
}

func pickExperiments(names []string) ([]plan.Experiment, error) {
	if len(names) == 0 {
		return experiments, nil
	}
	all := make([]string, len(experiments))
	for i, e := range experiments {
		all[i] = e.Name
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return nil, fmt.Errorf("unknown experiment %q: nearest are %s", name, strings.Join(registry.Nearest(name, all, 3), ", "))
		}
	}
	return slices.DeleteFunc(slices.Clone(experiments), func(e plan.Experiment) bool { return !slices.Contains(names, e.Name) }), nil
}

// parseSet reads FACTOR=LEVEL[,LEVEL…] arguments.
func parseSet(args []string) (map[string][]string, error) {
	set := map[string][]string{}
	for _, arg := range args {
		factor, levels, ok := strings.Cut(arg, "=")
		if !ok || factor == "" || levels == "" {
			return nil, fmt.Errorf("--set %q is not FACTOR=LEVEL[,LEVEL…]", arg)
		}
		for _, level := range strings.Split(levels, ",") {
			set[factor] = append(set[factor], plan.Level(strings.TrimSpace(level)))
		}
	}
	return set, nil
}

// checkNames returns an error for a name in --select or --set that is no factor of the experiments that run:
// a misspelt one would select nothing, or, negated, everything.
func (f *runFlags) checkNames() error {
	known := []string{"experiment", "profile", "seed"}
	for _, e := range f.selected {
		for _, c := range e.Grid(f.scope) {
			for name := range c.Factors {
				if !slices.Contains(known, name) {
					known = append(known, name)
				}
			}
		}
	}
	asked := f.narrowing.Select.Names()
	for name := range f.narrowing.Set {
		asked = append(asked, name)
	}
	for _, name := range asked {
		if !slices.Contains(known, name) {
			return fmt.Errorf("unknown factor %q in --select or --set: nearest are %s", name, strings.Join(registry.Nearest(name, known, 3), ", "))
		}
	}
	return nil
}
