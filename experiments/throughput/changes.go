package throughput

import (
	"fmt"

	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/consistent"
)

// changed holds the locators whose nodes come and go.
var changed = stock[consistent.KeyLocator]{most: 40}

// changeSizes returns the numbers of nodes that building and changing a locator is timed at: the ends of the range, and the
// middle for the base and for what is too slow at the end.
func changeSizes(s plan.Scope, e consistent.Entry) (sizes []int) {
	if s.Profile == plan.Smoke && e.Name != plan.BaseLocator {
		return nil
	}
	for _, nodes := range plan.Pick(s.Profile, []int{10}, []int{10, 100, 1_000}, []int{10, 100, 1_000, 10_000}) {
		middle := nodes == 100 && s.Profile == plan.Standard
		if middle && e.Name != plan.BaseLocator && !plan.TooSlow(e.Name, 1_000) || plan.TooSlow(e.Name, nodes) || plan.TooMany(e.Name, nodes) != "" {
			continue
		}
		sizes = append(sizes, nodes)
	}
	return sizes
}

// changes are the series of building locators and of changing their nodes, for all but the control.
func changes(s plan.Scope) (cells []plan.Cell) {
	for _, e := range plan.Locatables() {
		for _, nodes := range changeSizes(s, e) {
			for _, op := range []string{opBuild, opChange} {
				f := locatorSeriesOf(e, modeKeys, nodes).With("op", op)
				cells = append(cells, plan.Cell{Factors: f, Seeds: blocks(s)})
			}
		}
	}
	return cells
}

// buildSeries times making a locator from a list of nodes, hashing its labels included, per node.
func buildSeries(d design) (series, error) {
	h, err := plan.OpenHash(d.hash)
	if err != nil {
		return series{}, err
	}
	o, nodes := consistent.Options{Hash: h}, plan.Nodes(d.nodes, keySeed)
	l, err := d.locator.Keyed(o, nodes)
	if err != nil {
		return series{}, err
	}
	return series{bytes: l.Bytes(), builtin: d.locator.BuiltinHash, kernel: measure.Kernel{Keys: d.nodes, Run: func() uint64 {
		l, err := d.locator.Keyed(o, nodes)
		if err != nil {
			return 0
		}
		return uint64(len(l.Nodes()))
	}}}, nil
}

// changeSeries times a node that joins and the same one that leaves, per change.
func changeSeries(d design) (series, error) {
	h, err := plan.OpenHash(d.hash)
	if err != nil {
		return series{}, err
	}
	all := plan.Nodes(d.nodes+1, keySeed)
	l, err := changed.get(fmt.Sprintf("%s nodes=%d hash=%s", d.locator.Name, d.nodes, d.hash), func() (consistent.KeyLocator, error) {
		return d.locator.Keyed(consistent.Options{Hash: h}, all[:d.nodes])
	})
	if err != nil {
		return series{}, err
	}
	id := all[d.nodes].ID
	if err := thereAndBack(l, id); err != nil {
		return series{}, err
	}
	return series{bytes: l.Bytes(), builtin: d.locator.BuiltinHash, kernel: measure.Kernel{Keys: 2, Run: func() uint64 {
		if thereAndBack(l, id) != nil {
			return 0
		}
		return uint64(len(l.Nodes()))
	}}}, nil
}

func thereAndBack(l consistent.KeyLocator, id string) error {
	if err := l.Add(id, 1); err != nil {
		return err
	}
	return l.Remove(id)
}

// locatorCost predicts the seconds of one series of a locator in one block.
func locatorCost(d design) float64 {
	switch d.op {
	case opBeside:
		return besideCost(d)
	case opBuild:
		build := plan.BuildCost(*d.locator, d.hash, d.nodes)
		return plan.SeriesCost(addSamples, build, 1) + build + plan.CollectCost/2 // one is built to see its size
	case opChange:
		return plan.SeriesCost(addSamples, 2*plan.ChangeCost(*d.locator, d.hash, d.nodes), 1) + plan.CollectCost/2
	}
	return plan.SeriesCost(samples, 50e-9, callKeys)
}
