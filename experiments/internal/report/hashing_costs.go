package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/record"
)

// What a result file calls the loops beside the bulk loop.
const (
	loopCold      = "cold"
	loopDirect    = "direct"
	loopInterface = "interface"
	loopFunc      = "func-value"
	loopNarrow    = "narrow"
	loopOne       = "one-hash"
	loopTwo       = "two-hashes"
)

// costLength is the key length of the costs, in bytes.
const costLength = 16

// A costKey says which cost of a function a row is.
type costKey struct {
	hash, loop, form string
	length           int
}

type hashCosts map[costKey]record.HashingCost

func readHashCosts(s record.Store) (hashCosts, error) {
	rows, err := record.Read[record.HashingCost](s, "hashing_costs.csv")
	if err != nil {
		return nil, err
	}
	costs := hashCosts{}
	for _, r := range rows {
		costs[costKey{r.Hash, r.Loop, r.Form, r.KeyBytes}] = r
	}
	return costs, nil
}

// of returns the rows of a loop with a known ratio, sorted by it.
func (c hashCosts) of(loop, form string, length int) (rows []record.HashingCost) {
	for k, r := range c {
		if k.loop == loop && k.form == form && k.length == length && r.Ratio.Known() {
			rows = append(rows, r)
		}
	}
	slices.SortFunc(rows, func(a, b record.HashingCost) int {
		return cmp.Or(cmp.Compare(a.Ratio, b.Ratio), strings.Compare(a.Hash, b.Hash))
	})
	return rows
}

// findings says in a sentence each what calls, widening, memory and a second value cost.
func (c hashCosts) findings() (found []string) {
	for _, form := range []struct{ name, text string }{{"bytes", "[]byte"}, {"string", "string"}} {
		if rows := c.of(loopDirect, form.name, costLength); len(rows) > 0 {
			least, most := rows[len(rows)-1], rows[0] // a direct loop that takes long makes bulk look good
			found = append(found, fmt.Sprintf("Bulk hashing of %s keys of %d bytes takes %s (`%s`) to %s times (`%s`) as long as the plainest loop over the library's own function, in the median %s times.",
				form.text, costLength, digits(1/least.Ratio, 3), least.Hash, digits(1/most.Ratio, 3), most.Hash, digits(1/rows[len(rows)/2].Ratio, 3)))
		}
	}
	var calls []string
	for _, way := range []struct{ loop, text string }{{loopInterface, "through the interface"}, {loopFunc, "as a func value"}} {
		if rows := c.of(way.loop, "bytes", costLength); len(rows) > 0 {
			calls = append(calls, fmt.Sprintf("%s %s ns%s", way.text, middleExtra(rows), amid(rows)))
		}
	}
	if len(calls) > 0 {
		found = append(found, "A call for each key adds to bulk hashing "+strings.Join(calls, ", ")+".")
	}
	var wider []string
	for _, wrapper := range []string{"left", "mixed"} {
		rows := slices.DeleteFunc(c.of(loopNarrow, "bytes", costLength), func(r record.HashingCost) bool { return !strings.HasSuffix(r.Hash, "-"+wrapper) })
		if len(rows) > 0 {
			wider = append(wider, fmt.Sprintf("%s times as long by `-%s`%s, beyond the interval in %s", middle(rows, widened, 3), wrapper, amid(rows), someOf(beyondOne(rows))))
		}
	}
	if len(wider) > 0 {
		found = append(found, "With its 32 bits widened to 64 a function takes "+strings.Join(wider, ", and ")+".")
	}
	if rows := c.of(loopTwo, "bytes", costLength); len(rows) > 0 {
		least, most := rows[0], rows[len(rows)-1]
		found = append(found, fmt.Sprintf("The positions of seven probes from two values of a function take %s (`%s`) to %s times (`%s`) as long as from the halves of one.",
			digits(least.Ratio, 3), least.Hash, digits(most.Ratio, 3), most.Hash))
	}
	return found
}

// amid says of how many functions a median is.
func amid(rows []record.HashingCost) string {
	if len(rows) == 1 {
		return fmt.Sprintf(" (`%s`)", rows[0].Hash)
	}
	return fmt.Sprintf(" (median of %d functions)", len(rows))
}

// middleExtra returns the median of what the loops take longer than their base, in ns.
func middleExtra(rows []record.HashingCost) string {
	return middle(rows, func(r record.HashingCost) record.Float { return r.NsPerKey - r.BaseNs }, 2)
}

// widened returns how many times as long a function takes that is widened, of which the row is the narrow loop.
func widened(r record.HashingCost) record.Float { return 1 / r.Ratio }

// beyondOne counts the rows whose interval of the ratio does not hold 1.
func beyondOne(rows []record.HashingCost) (n int) {
	for _, r := range rows {
		if r.RatioHigh < 1 || r.RatioLow > 1 {
			n++
		}
	}
	return n
}

// middle writes the median of a figure of the rows.
func middle(rows []record.HashingCost, of func(record.HashingCost) record.Float, precision int) string {
	var values []record.Float
	for _, r := range rows {
		values = append(values, of(r))
	}
	slices.Sort(values)
	return digits(values[len(values)/2], precision)
}

// names returns the functions that have a cost, in order.
func (c hashCosts) names() []string {
	names := map[string]bool{}
	for k := range c {
		names[k.hash] = true
	}
	return sortedNames(names)
}

// callTable says what it costs to call a function in other ways.
func (c hashCosts) callTable() table {
	t := table{
		Caption: fmt.Sprintf("What a call costs, keys of %d bytes in the cache: bulk hashing over the plainest loop on the library's own function (95 %% interval; a dash: our own code), "+
			"what a call for each key adds, through the interface and as a func value, and what widening 32 bits adds.", costLength),
		Header: []string{"hash", "÷ direct, []byte", "÷ direct, string", "interface, ns more", "func value, ns more", "widening, ns more"},
	}
	for _, name := range c.names() {
		inverse := func(form string) string {
			r, ok := c[costKey{name, loopDirect, form, costLength}]
			if !ok || !r.Ratio.Known() {
				return unknown
			}
			return within(1/r.Ratio, 1/r.RatioHigh, 1/r.RatioLow, 3)
		}
		t.add(name, inverse("bytes"), inverse("string"), c.more(name, loopInterface, 1), c.more(name, loopFunc, 1), c.more(name, loopNarrow, -1))
	}
	return t
}

// more returns what a loop takes longer than its base, times sign, in ns.
func (c hashCosts) more(name, loop string, sign record.Float) string {
	r, ok := c[costKey{name, loop, "bytes", costLength}]
	if !ok || !r.BaseNs.Known() {
		return unknown
	}
	return digits(sign*(r.NsPerKey-r.BaseNs), 2)
}

// useTable says what keys that are not in the cache cost, and a second value.
func (c hashCosts) useTable() table {
	t := table{
		Caption: "What memory and a second value cost, ns a key (95 % interval), and how many times as long as keys in the cache, or as one value. *Cold*: keys in random places of " +
			"256 MiB, beyond the second-level cache. *Seven probes*: hashing and the positions that double hashing derives, from the halves of one value or from two values.",
		Header: []string{"hash", "16 bytes, cold", "÷ warm", "1024 bytes, cold", "÷ warm", "seven probes, one value", "two values", "÷ one"},
	}
	for _, name := range c.names() {
		cells := []string{name}
		for _, k := range []costKey{{name, loopCold, "bytes", 16}, {name, loopCold, "bytes", 1024}, {name, loopOne, "bytes", costLength}, {name, loopTwo, "bytes", costLength}} {
			r, ok := c[k]
			if !ok {
				r = record.HashingCost{NsPerKey: record.Unknown, NsLow: record.Unknown, NsHigh: record.Unknown, Ratio: record.Unknown}
			}
			cells = append(cells, within(r.NsPerKey, r.NsLow, r.NsHigh, 3))
			if k.loop != loopOne {
				cells = append(cells, digits(r.Ratio, 2))
			}
		}
		t.add(cells...)
	}
	return t
}
