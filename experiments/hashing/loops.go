package hashing

import (
	"fmt"
	"strings"

	"hashlab/experiments/internal/plan"
	"hashlab/impl/hash"
)

// The loops. bulk is what all times by length are of; the others stand beside it.
const (
	loopBulk      = "bulk"       // the function's own loop over keys in the cache
	loopCold      = "cold"       // the same over keys in random places of more memory than the second-level cache has
	loopDirect    = "direct"     // the plainest loop over the library's own function
	loopInterface = "interface"  // a call of the method through the interface for each key
	loopFunc      = "func-value" // a call of the method as a func value for each key
	loopNarrow    = "narrow"     // bulk before 32 bits are widened to 64
	loopOne       = "one-hash"   // the positions of seven probes from the halves of one value
	loopTwo       = "two-hashes" // the same from two values, under the seeds 0 and 1
)

// costLength is the key length of the costs, in bytes; cold keys have coldLengths.
const costLength = 16

var coldLengths = []int{costLength, 1024}

// costCells returns what is timed of a function besides its bulk loop.
func costCells(e hash.Entry) (cells []plan.Factors) {
	add := func(loop, form string, length int) {
		cells = append(cells, series(e.Name, form, length).With("loop", loop))
	}
	for _, length := range coldLengths {
		add(loopCold, formBytes, length)
	}
	add(loopInterface, formBytes, costLength)
	add(loopFunc, formBytes, costLength)
	forms := []string{formBytes, formString}
	_, _, direct := e.Direct()
	for _, form := range forms {
		if direct {
			add(loopDirect, form, costLength)
		}
		if e.Narrow != nil && (direct || form == formBytes) {
			add(loopNarrow, form, costLength)
		}
	}
	if twoSeeds(e) {
		add(loopOne, formBytes, costLength)
		add(loopTwo, formBytes, costLength)
	}
	return cells
}

// twoSeeds reports whether a filter could take two values of the function: there is a seed to choose, and both
// halves of a value carry something.
func twoSeeds(e hash.Entry) bool {
	return e.Seeds != hash.NoSeed && e.Seeds != hash.SeedPerProcess && !strings.HasSuffix(e.Name, "-left")
}

// baseOf returns the loop beside which a loop of the function is seen.
func baseOf(loop string, widened bool) string {
	switch {
	case loop == loopTwo:
		return loopOne
	case loop == loopDirect && widened:
		return loopNarrow
	}
	return loopBulk
}

// checkLoop returns an error where the loop is unknown or the function does not have it.
func (d design) checkLoop() error {
	switch d.loop {
	case loopBulk:
		return nil
	case loopCold:
		if d.length > coldBytes/leastCold {
			return fmt.Errorf("loop %s takes key_bytes up to %d, not %d", d.loop, coldBytes/leastCold, d.length)
		}
		return d.only(formBytes)
	case loopInterface, loopFunc:
		return d.only(formBytes)
	case loopDirect:
		if _, _, ok := d.hash.Direct(); !ok {
			return fmt.Errorf("loop %s needs a library, and %s is our own code", d.loop, d.hash.Name)
		}
		return d.only(formBytes, formString)
	case loopNarrow:
		if d.hash.Narrow == nil {
			return fmt.Errorf("loop %s needs a function of 32 bits, and %s has %d", d.loop, d.hash.Name, d.hash.Bits)
		}
		return d.only(formBytes, formString)
	case loopOne, loopTwo:
		if !twoSeeds(d.hash) {
			return fmt.Errorf("loop %s needs a function with seeds and two halves, which %s is not", d.loop, d.hash.Name)
		}
		return d.only(formBytes)
	}
	return fmt.Errorf("loop %q is unknown", d.loop)
}

// only returns an error where the form is none of these.
func (d design) only(forms ...string) error {
	for _, form := range forms {
		if d.form == form {
			return nil
		}
	}
	return fmt.Errorf("loop %s is timed on form %s, not %s", d.loop, strings.Join(forms, " or "), d.form)
}
