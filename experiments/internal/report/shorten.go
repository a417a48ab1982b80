package report

import (
	"fmt"
	"slices"
	"strings"
)

// longest is how many rows a table of the report has before variants are left to the result files.
const longest = 26

// variants are implementations that say in a long table what a neighbour says: they are left to the result files.
// Any other name, a reader's own above all, is shown.
var variants = []string{
	"bloom-classic-independent", "bloom-classic-enhanced", "bloom-classic-triple", "bloom-classic-modulo", "bloom-classic-pow2", "bloom-concurrent",
	"bloom-counting-blocked", "bloom-partitioned", "cuckoo-8", "fuse4-8", "fuse4-16", "fuse-16", "xor-8", "xor-16", "x-boomfilters-classic",
	"x-boomfilters-counting", "x-boomfilters-scalable", "x-holiman", "x-ristretto", "x-seiflotfy-cuckoo", "x-xorfilter-xor8",
	"binomial", "dx", "flip", "jump-choose", "jumpback", "power", "maglev-slot-rendezvous", "rendezvous-skeleton", "ring-bounded-jump", "ring-ketama-spy",
	"ring-nginx", "ring-spread", "ring-tokens", "slots-redis", "x-dgryski-jump", "x-dgryski-rendezvous", "x-kkdai-maglev", "x-serialx",
}

// shorten leaves the rows of variants out of a table that is longer than a reader reads, and says where they are.
func (t table) shorten(experiment string) table {
	if len(t.Rows) <= longest {
		return t
	}
	kept := slices.DeleteFunc(slices.Clone(t.Rows), func(row []string) bool {
		return slices.ContainsFunc(row[:min(4, len(row))], func(cell string) bool { return slices.Contains(variants, strings.Trim(cell, "`")) })
	})
	if len(kept) == len(t.Rows) || len(kept) == 0 {
		return t
	}
	t.Caption += fmt.Sprintf(" %d of %d rows: variants stand in [results/](results/), in the files of `%s`.", len(kept), len(t.Rows), experiment)
	t.Rows = kept
	return t
}
