package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/show"
	"hashlab/impl/consistent"
	"hashlab/impl/filter"
)

func newShow() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show filter|ring",
		Short: "Show step by step how a filter or a ring works, as text and as a picture",
		Long: `Show tells what happens to the bits of a filter when keys are added and asked for, or what moves on a ring when nodes
join and leave. The bits are those that the registered filter stores, the points those that the registered ring has.

  hashlab show filter --m 64 --k 3 --add khalid --ask sami
  hashlab show ring --nodes a,b,c --vnodes 5 --add d --svg ring.svg`,
	}
	cmd.AddCommand(newShowFilter(), newShowRing())
	// A parent without a run of its own would print help for an unknown child and end with 0.
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return fmt.Errorf("show %q: there are filter and ring", args[0])
		}
		return fmt.Errorf("show what? There are filter and ring")
	}
	return cmd
}

// A story is told as text and drawn.
type story interface {
	Text(io.Writer) error
	Draw() chart.Drawing
}

// tellStory prints the story and, where a file is named, draws it there.
func tellStory(cmd *cobra.Command, s story, svg string) error {
	if err := s.Text(cmd.OutOrStdout()); err != nil || svg == "" {
		return err
	}
	picture, err := s.Draw().SVG()
	if err != nil {
		return err
	}
	if err := os.WriteFile(svg, picture, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "\n%s\n", svg)
	return nil
}

// checkPreset returns an error for an unknown preset, or for flags beside a known one.
func checkPreset(cmd *cobra.Command, preset string, others ...string) error {
	if preset == "" {
		return nil
	}
	if preset != show.ArticlePreset {
		return fmt.Errorf("unknown preset %q: there is %s", preset, show.ArticlePreset)
	}
	for _, name := range others {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s beside --preset %s, which brings its own", name, preset)
		}
	}
	return nil
}

// ownHash returns the hash that was asked for, or what the implementation takes in the base of the grid.
func ownHash(cmd *cobra.Command, asked, base string) string {
	if cmd.Flags().Changed("hash") {
		return asked
	}
	return base
}

func newShowFilter() *cobra.Command {
	q, preset, svg := show.FilterRequest{}, "", ""
	cmd := &cobra.Command{
		Use:   "filter --add KEY[,KEY…] --ask KEY[,KEY…]",
		Short: "Show the bits that keys set, and those that a question meets",
		Args:  takesNone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkPreset(cmd, preset, "filter", "hash", "m", "k", "add", "ask"); err != nil {
				return err
			}
			if preset != "" {
				return tellStory(cmd, show.ArticleFilter(), svg)
			}
			e, err := filter.Find(q.Filter)
			if err != nil {
				return err
			}
			q.Hash = ownHash(cmd, q.Hash, plan.FilterHash(e))
			told, err := show.TellFilter(q)
			if err != nil {
				return err
			}
			return tellStory(cmd, told, svg)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&q.Filter, "filter", plan.BaseFilter, "registered filter that keeps an array of bits")
	flags.StringVar(&q.Hash, "hash", "", "registered hash function (default "+plan.BaseHash+", or the filter's own)")
	flags.Uint64Var(&q.M, "m", 64, fmt.Sprintf("bits, 1 to %d", show.MaxBits))
	flags.IntVar(&q.K, "k", 3, "probes a key")
	flags.StringSliceVar(&q.Add, "add", nil, "keys to add, in this order")
	flags.StringSliceVar(&q.Ask, "ask", nil, "keys to ask for afterwards")
	flags.StringVar(&preset, "preset", "", `"article": the worked example of the article on the sign-up page`)
	flags.StringVar(&svg, "svg", "", "file to draw the picture into")
	return cmd
}

func newShowRing() *cobra.Command {
	q, preset, svg, labels := show.RingRequest{}, "", "", ""
	cmd := &cobra.Command{
		Use:   "ring --nodes ID,ID… [--add ID] [--remove ID] [--keys KEY,…]",
		Short: "Show a ring before and after nodes join or leave, and what moves",
		Args:  takesNone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkPreset(cmd, preset, "locator", "labels", "nodes", "vnodes", "add", "remove", "keys"); err != nil {
				return err
			}
			if preset != "" {
				given := q.Hash
				q = show.ArticleRing()
				q.Hash = given
			} else {
				e, err := consistent.Find(q.Locator)
				if err != nil {
					return err
				}
				q.Hash, q.Labels = ownHash(cmd, q.Hash, plan.LocatorHash(e)), consistent.Labels(labels)
			}
			told, err := show.TellRing(q)
			if err != nil {
				return err
			}
			return tellStory(cmd, told, svg)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&q.Locator, "locator", plan.BaseLocator, "registered locator that has points on a circle")
	flags.StringVar(&q.Hash, "hash", "", "registered hash function (default "+plan.BaseHash+", or the locator's own)")
	flags.StringVar(&labels, "labels", "", "shape of the labels that are hashed: "+strings.Join(labelShapes(), ", ")+" (default the locator's)")
	flags.StringSliceVar(&q.Nodes, "nodes", nil, "ids of the nodes")
	flags.IntVar(&q.Vnodes, "vnodes", 5, "points a node; 0 is the locator's default")
	flags.StringSliceVar(&q.Add, "add", nil, "ids of nodes that join")
	flags.StringSliceVar(&q.Remove, "remove", nil, "ids of nodes that leave, before others join")
	flags.StringSliceVar(&q.Keys, "keys", nil, "keys to place")
	flags.StringVar(&preset, "preset", "", `"article": the example of the article on consistent hashing`)
	flags.StringVar(&svg, "svg", "", "file to draw the picture into")
	return cmd
}

func labelShapes() []string {
	var shapes []string
	for _, l := range consistent.AllLabels() {
		shapes = append(shapes, string(l))
	}
	slices.Sort(shapes)
	return shapes
}
