// Package balance measures how evenly locators spread keys over nodes: exact arc shares apart from sampled
// keys, beside exact theory.
package balance

import (
	"fmt"

	"hashlab/experiments/internal/plan"
	"hashlab/impl/consistent"
)

// Experiment is the design. A seed picks the ids of the nodes.
var Experiment = plan.Experiment{
	Name:     "balance",
	Question: "How much more than the mean does the fullest node get, for how many vnodes, and with which hash function on which labels?",
	Stored:   pointsFile,
	Grid:     grid,
	Check:    check,
	Cost:     cost,
	Run:      run,
	Tables:   tables,
}

// keyClass is the shape of the keys that are placed: a cache key of a user's profile.
const keyClass = "user-profile"

// mostPoints bounds the points of a ring in the sweep over vnodes.
const mostPoints = 420_000

func grid(s plan.Scope) []plan.Cell {
	if s.Nodes != nil {
		return ownNodes(s)
	}
	cells := vnodes(s)
	cells = append(cells, labels(s)...)
	return append(cells, sampled(s)...)
}

func cell(locator, hash string, shape consistent.Labels, nodes, vnodes int, keys uint64, seeds int) plan.Cell {
	return plan.Cell{Factors: plan.NewFactors("locator", locator, "hash", hash, "labels", shape,
		"nodes", nodes, "vnodes", vnodes, "keys", keys), Seeds: seeds}
}

// vnodes varies the points a node, on arcs: three hash functions of which one is weak.
func vnodes(s plan.Scope) (cells []plan.Cell) {
	levels := plan.Pick(s.Profile, []int{1, 40, 160, 1000}, []int{1, 2, 4, 10, 20, 40, 100, 160, 400, 1000, 4096}, []int{1, 2, 4, 10, 20, 40, 100, 160, 400, 1000, 4096})
	sizes := plan.Pick(s.Profile, []int{10, 100}, []int{10, 100, 1_000}, []int{2, 4, 10, 100, 1_000, 10_000})
	for _, hash := range []string{plan.BaseHash, "murmur3-64", "fnv1a-64"} {
		for _, nodes := range sizes {
			for _, v := range levels {
				points := nodes * v
				if points > mostPoints && s.Profile != plan.Full {
					continue
				}
				seeds := plan.Pick(s.Profile, 8, 30, 60)
				if points > 100_000 {
					seeds = plan.Pick(s.Profile, 4, 10, 10)
				}
				cells = append(cells, cell(plan.BaseLocator, hash, consistent.LabelsSeparated, nodes, v, 0, seeds))
			}
		}
	}
	return cells
}

// labels crosses all hash functions with all label shapes, on arcs.
func labels(s plan.Scope) (cells []plan.Cell) {
	for _, hash := range plan.StableHashes() {
		for _, shape := range consistent.AllLabels() {
			cells = append(cells, cell(plan.BaseLocator, hash, shape, plan.BaseNodes, plan.BaseVnodes, 0, plan.Pick(s.Profile, 8, 30, 60)))
		}
	}
	return cells
}

// sampled places keys with every locator as its users get it.
func sampled(s plan.Scope) (cells []plan.Cell) {
	for _, e := range plan.Locatables() {
		for _, nodes := range []int{4, 10, plan.BaseNodes} {
			keys := uint64(plan.Pick(s.Profile, 500, 10_000, 100_000) * nodes)
			cells = append(cells, cell(e.Name, plan.LocatorHash(e), "", nodes, e.DefaultVnodes, keys, plan.Pick(s.Profile, 4, 10, 40)))
		}
	}
	return cells
}

// ownNodes places keys on the nodes that the user brings, with every locator that takes their weights.
func ownNodes(s plan.Scope) (cells []plan.Cell) {
	weighted := false
	for _, n := range s.Nodes {
		weighted = weighted || n.Weight != 1
	}
	for _, e := range plan.Locatables() {
		if weighted && !e.Weights {
			continue
		}
		keys := uint64(10_000 * len(s.Nodes))
		cells = append(cells, cell(e.Name, plan.LocatorHash(e), "", len(s.Nodes), e.DefaultVnodes, keys, 1))
	}
	return cells
}

// design is a cell with its levels read.
type design struct {
	entry         consistent.Entry
	hash          string
	labels        consistent.Labels
	nodes, vnodes int
	keys          uint64
}

func read(s plan.Scope, f plan.Factors) (d design, err error) {
	r := f.Read()
	d = design{hash: r.Text("hash"), labels: consistent.Labels(r.Text("labels")), nodes: r.Int("nodes"),
		vnodes: r.Int("vnodes"), keys: r.Uint("keys")}
	if err := r.Err(); err != nil {
		return d, err
	}
	if d.entry, err = plan.CheckLocator(r.Text("locator"), d.hash); err != nil {
		return d, err
	}
	switch {
	case d.nodes < 1:
		return d, fmt.Errorf("nodes = %d: want at least 1", d.nodes)
	case s.Nodes != nil && d.nodes != len(s.Nodes):
		return d, fmt.Errorf("nodes = %d: the file names %d", d.nodes, len(s.Nodes))
	case d.keys == 0 && d.entry.New == nil:
		return d, fmt.Errorf("keys = 0 asks for arc shares, and locator %s shows no points", d.entry.Name)
	}
	return d, consistent.Options{Vnodes: d.vnodes, Labels: d.labels}.Check()
}

func check(s plan.Scope, f plan.Factors) error {
	_, err := read(s, f)
	return err
}

// cost predicts the seconds of one seed: hashing and sorting the points, and placing keys.
func cost(s plan.Scope, f plan.Factors) float64 {
	d, err := read(s, f)
	if err != nil {
		return 0
	}
	points := float64(d.nodes) * float64(max(d.vnodes, 1))
	return points*(120e-9+plan.HashCost(d.hash)) + float64(d.keys)*(60e-9+plan.LocateCost(d.entry, d.hash, d.nodes))
}
