// Package remap counts the keys that change nodes when nodes come, go or change their weight, the necessary moves apart
// from the unnecessary ones.
package remap

import (
	"fmt"

	"hashlab/experiments/internal/plan"
	"hashlab/impl/consistent"
)

// Experiment is the design. A seed picks the ids of the nodes, the keys and the histories.
var Experiment = plan.Experiment{
	Name:     "remap",
	Question: "Which share of the keys changes its node when nodes join, leave or change their weight, and how much of that is unnecessary?",
	Stored:   pointsFile,
	Grid:     grid,
	Check:    check,
	Cost:     cost,
	Run:      run,
	Tables:   tables,
}

const keyClass = "user-profile"

func grid(s plan.Scope) (cells []plan.Cell) {
	for _, e := range plan.Locatables() {
		cells = append(cells, joinsAndLeaves(s, e)...)
		cells = append(cells, others(s, e)...)
		cells = append(cells, histories(s, e)...)
		cells = append(cells, copied(s, e)...)
		cells = append(cells, bounded(s, e)...)
	}
	return cells
}

func cell(e consistent.Entry, change string, nodes, keys, seeds int) plan.Cell {
	return plan.Cell{Factors: plan.NewFactors("locator", e.Name, "hash", plan.LocatorHash(e), "change", change, "nodes", nodes,
		"vnodes", e.DefaultVnodes, "key_class", keyClass, "keys", keys, "replicas", 1, "slack", 0), Seeds: seeds}
}

// joinsAndLeaves are the changes of one node.
func joinsAndLeaves(s plan.Scope, e consistent.Entry) (cells []plan.Cell) {
	keys, seeds := plan.Pick(s.Profile, 20_000, 100_000, 500_000), plan.Pick(s.Profile, 3, 10, 20)
	for _, nodes := range plan.Pick(s.Profile, []int{4, 10}, []int{4, 10, 100}, []int{4, 10, 100, 1_000}) {
		for _, change := range []string{add, removeFirst, removeMiddle, removeLast} {
			if nodes >= plan.BaseNodes && (change == removeFirst || change == removeLast && e.RemovesAny) {
				continue // by now it does not matter who leaves
			}
			if allows(e, change) {
				cells = append(cells, cell(e, change, nodes, keys, seeds))
			}
		}
	}
	return cells
}

// others are the changes of several nodes, of a weight, and there and back.
func others(s plan.Scope, e consistent.Entry) (cells []plan.Cell) {
	keys, seeds := plan.Pick(s.Profile, 2_000, 40_000, 500_000), plan.Pick(s.Profile, 2, 6, 20)
	for _, nodes := range plan.Pick(s.Profile, []int{4}, []int{4, 10}, []int{4, 10, 100}) {
		for _, change := range []string{replace, double, weight, addThenRemove} {
			if allows(e, change) {
				cells = append(cells, cell(e, change, nodes, keys, seeds))
			}
		}
	}
	return cells
}

// histories are long: in the largest profile every locator places 10^8 keys before and after a change.
func histories(s plan.Scope, e consistent.Entry) []plan.Cell {
	if s.Profile == plan.Smoke && (!e.Monotone || e.Module != "") {
		return nil
	}
	return []plan.Cell{cell(e, history, 10, plan.Pick(s.Profile, 1_000, 10_000, 250_000), plan.Pick(s.Profile, 1, 3, 4))}
}

// copied keep three copies of each key.
func copied(s plan.Scope, e consistent.Entry) (cells []plan.Cell) {
	if !e.Replicas || e.New == nil {
		return nil
	}
	keys, seeds := plan.Pick(s.Profile, 1_000, 20_000, 200_000), plan.Pick(s.Profile, 2, 10, 20)
	for _, change := range []string{add, removeMiddle, removeLast} {
		if allows(e, change) {
			c := cell(e, change, 10, keys, seeds)
			c.Factors = c.Factors.With("replicas", "3")
			cells = append(cells, c)
		}
	}
	return cells
}

// bounded give all keys out anew under a bound, before and after.
func bounded(s plan.Scope, e consistent.Entry) (cells []plan.Cell) {
	if !e.Bounded {
		return nil
	}
	for _, slack := range []string{"0.05", "0.1", "0.25", "0.5", "1"} {
		for _, change := range []string{add, removeMiddle} {
			c := cell(e, change, 10, plan.Pick(s.Profile, 1_000, 20_000, 200_000), plan.Pick(s.Profile, 2, 10, 20))
			c.Factors = c.Factors.With("slack", slack)
			cells = append(cells, c)
		}
	}
	return cells
}

// design is a cell with its levels read.
type design struct {
	entry               consistent.Entry
	hash, change, class string
	nodes, vnodes       int
	keys                uint64
	replicas            int
	slack               float64
}

func read(s plan.Scope, f plan.Factors) (d design, err error) {
	r := f.Read()
	d = design{hash: r.Text("hash"), change: r.Text("change"), class: r.Text("key_class"), nodes: r.Int("nodes"),
		vnodes: r.Int("vnodes"), keys: r.Uint("keys"), replicas: r.Int("replicas"), slack: r.Float("slack")}
	if err := r.Err(); err != nil {
		return d, err
	}
	if d.entry, err = plan.CheckLocator(r.Text("locator"), d.hash); err != nil {
		return d, err
	}
	if _, err := s.Class(d.class); err != nil {
		return d, err
	}
	if err := d.check(); err != nil {
		return d, err
	}
	return d, d.options().CheckBounded()
}

func (d design) options() consistent.Options {
	return consistent.Options{Vnodes: d.vnodes, Slack: d.slack}
}

// mostKeys bounds the keys, which are held in memory with their owners.
const mostKeys = 100_000_000

// mostCopies bounds the copies of a key.
const mostCopies = 16

func (d design) check() error {
	switch {
	case !known(d.change):
		return fmt.Errorf("change %q is none of %v", d.change, changes)
	case d.change == weight && !d.entry.Weights:
		return fmt.Errorf("change %s: locator %s takes no weights", d.change, d.entry.Name)
	case d.nodes < 2 || d.keys < 1 || d.keys > mostKeys:
		return fmt.Errorf("nodes = %d and keys = %d: want at least 2, and 1 … %d", d.nodes, d.keys, mostKeys)
	case plan.TooMany(d.entry.Name, d.nodes) != "":
		return fmt.Errorf("locator %s on %d nodes: %s", d.entry.Name, d.nodes, plan.TooMany(d.entry.Name, d.nodes))
	case d.replicas < 1 || d.replicas > mostCopies || d.replicas > 1 && (!d.entry.Replicas || d.entry.New == nil):
		return fmt.Errorf("replicas = %d: want 1 … %d, and 1 for locator %s if it knows none", d.replicas, mostCopies, d.entry.Name)
	case d.slack > 0 && (!d.entry.Bounded || d.replicas > 1):
		return fmt.Errorf("slack = %v with %d replicas: locator %s bounds no loads, or copies are asked for too", d.slack, d.replicas, d.entry.Name)
	}
	return nil
}

func check(s plan.Scope, f plan.Factors) error {
	_, err := read(s, f)
	return err
}

func cost(s plan.Scope, f plan.Factors) float64 {
	d, err := read(s, f)
	if err != nil {
		return 0
	}
	steps, changed := 1, 1
	switch d.change {
	case history:
		steps, changed = historySteps, historySteps
	case double:
		changed = d.nodes
	case replace, weight, addThenRemove:
		changed = 2
	}
	const warm = 0.8 // what a key costs in a run, of what it costs in the trials of a prediction
	place := plan.LocateCost(d.entry, d.hash, d.nodes)*float64(d.replicas) + 10e-9
	seconds := warm * float64(d.keys) * (80e-9 + place*float64(steps+1))
	return seconds + plan.ChangeCost(d.entry, d.hash, d.nodes)*float64(changed) + 200e-9*float64(d.nodes*max(d.vnodes, 1))
}
