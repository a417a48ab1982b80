package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hashlab/experiments/internal/figure"
	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/record"
	"hashlab/impl/consistent"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

var listKinds = []string{"hashes", "filters", "locators", "keys", "experiments", "figures"}

func newList() *cobra.Command {
	cmd := &cobra.Command{
		Use:       "list [" + strings.Join(listKinds, "|") + "]",
		Short:     "List what there is, a name a line, what is special about it after a tab",
		Args:      takes(0, 1, "one kind at most"),
		ValidArgs: listKinds,
	}
	verbose := cmd.Flags().BoolP("verbose", "v", false, "add what each is, after a second tab")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		kinds := listKinds
		if len(args) == 1 {
			if err := oneOf("kind", args[0], listKinds); err != nil {
				return err
			}
			kinds = args
		}
		for _, kind := range kinds {
			for _, item := range listing(kind) {
				line := item.name + "\t" + item.traits
				if *verbose {
					line += "\t" + item.doc
				}
				if len(args) == 0 {
					line = kind + "\t" + line
				}
				fmt.Fprintln(cmd.OutOrStdout(), strings.TrimRight(line, "\t"))
			}
		}
		return nil
	}
	return cmd
}

type item struct{ name, traits, doc string }

// listing returns the items of a kind.
func listing(kind string) (items []item) {
	switch kind {
	case "hashes":
		for _, e := range hash.All() {
			items = append(items, item{e.Name, e.Traits.String(), e.Doc})
		}
	case "filters":
		for _, e := range filter.All() {
			items = append(items, item{e.Name, e.Traits.String(), e.Doc})
		}
	case "locators":
		for _, e := range consistent.All() {
			items = append(items, item{e.Name, e.Traits.String(), e.Doc})
		}
	case "keys":
		for _, c := range keys.Classes() {
			traits := ""
			if c.Real {
				traits = fmt.Sprintf("real(%d keys)", c.Size)
			}
			items = append(items, item{c.Name, traits, c.Doc})
		}
	case "experiments":
		for _, e := range experiments {
			traits := ""
			if e.Measured {
				traits = "measured"
			}
			items = append(items, item{e.Name, traits, e.Question})
		}
	case "figures":
		for _, f := range figure.All() {
			items = append(items, item{f.Name, f.Experiment, f.Question})
		}
	}
	return items
}

// implementations returns what is registered, for the result file of that name.
func implementations() []record.ImplementationRow {
	var rows []record.ImplementationRow
	for _, e := range hash.All() {
		capabilities := []string{fmt.Sprintf("%d bits", e.Bits), "seed: " + string(e.Seeds)}
		if e.Stable {
			capabilities = append(capabilities, "stable")
		}
		if e.Keyed {
			capabilities = append(capabilities, "keyed")
		}
		rows = append(rows, record.ImplementationRow{Name: e.Name, Kind: "hash", Doc: e.Doc, Source: e.Source, Traits: e.Traits.String(),
			Capabilities: strings.Join(capabilities, "; "), Module: e.Module, Version: moduleVersion(e.Module), Licence: e.Licence})
	}
	for _, e := range filter.All() {
		rows = append(rows, record.ImplementationRow{Name: e.Name, Kind: "filter", Doc: e.Doc, Source: e.Source, Traits: e.Traits.String(),
			Capabilities: filterCapabilities(e), Module: e.Module, Version: moduleVersion(e.Module), Licence: e.Licence})
	}
	for _, e := range consistent.All() {
		rows = append(rows, record.ImplementationRow{Name: e.Name, Kind: "locator", Doc: e.Doc, Source: e.Source, Traits: e.Traits.String(),
			Capabilities: e.Capabilities.String(), Module: e.Module, Version: moduleVersion(e.Module), Licence: e.Licence})
	}
	slices.SortStableFunc(rows, func(a, b record.ImplementationRow) int { return strings.Compare(a.Kind+a.Name, b.Kind+b.Name) })
	return rows
}

func filterCapabilities(e filter.Entry) string {
	can := operations(e)
	if e.Concurrent {
		can += "; concurrent writers"
	}
	return can
}

func operations(e filter.Entry) string {
	switch {
	case e.Build != nil:
		return "static"
	case e.NewKeyed != nil && e.BuiltinHash != "":
		return "owns its hash " + e.BuiltinHash
	case e.NewKeyed != nil:
		return "owns its hash, which can be replaced"
	}
	f, err := e.New(filter.Spec{N: 100, FPR: 0.01})
	if err != nil {
		return "add"
	}
	if _, ok := f.(filter.Deletable); ok {
		return "add; delete"
	}
	return "add"
}
