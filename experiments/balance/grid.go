// Package balance measures how evenly locators spread keys over nodes: exact arc shares apart from sampled keys, keys
// that are asked for alike apart from skewed ones, weighted nodes, copies, and requests under a bound, beside exact
// theory where there is one.
package balance

import (
	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/consistent"
)

// Experiment is the design. A seed picks the ids of the nodes and the keys.
var Experiment = plan.Experiment{
	Name:     "balance",
	Question: "How much more than the mean does the fullest node get: for how many vnodes, which hash function on which labels, which keys, weights and bounds?",
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

// hugeRing is a number of points from which on a ring is for the base hash alone: sorting it takes seconds.
const hugeRing = 5_000_000

func grid(s plan.Scope) []plan.Cell {
	if s.Nodes != nil {
		return ownNodes(s)
	}
	cells := vnodes(s)
	for _, arm := range []func(plan.Scope) []plan.Cell{labels, sampled, skewed, collected, weighted, copied, bounded} {
		cells = append(cells, arm(s)...)
	}
	return cells
}

// cell is a locator as its users get it, on keys that are asked for alike; arms change what they vary.
func cell(e consistent.Entry, nodes int, keys uint64) plan.Factors {
	class := keyClass
	if keys == 0 {
		class = ""
	}
	return plan.NewFactors("locator", e.Name, "hash", plan.LocatorHash(e), "labels", "", "nodes", nodes, "vnodes", e.DefaultVnodes,
		"keys", keys, "key_class", class, "zipf", 0, "requests", 0, "weights", "", "replicas", 1, "slack", 0)
}

// arcsOf is the base ring without keys.
func arcsOf(hash string, shape consistent.Labels, nodes, vnodes int) plan.Factors {
	f := cell(consistent.Entry{}, nodes, 0)
	return f.With("locator", plan.BaseLocator).With("hash", hash).With("labels", string(shape)).With("vnodes", plan.NewFactors("v", vnodes)["v"])
}

// vnodes varies the points a node, on arcs: three hash functions of which one is weak.
func vnodes(s plan.Scope) (cells []plan.Cell) {
	levels := plan.Pick(s.Profile, []int{1, 40, 160, 1000}, []int{1, 2, 4, 10, 20, 40, 100, 160, 400, 1000, 4096}, []int{1, 2, 4, 10, 20, 40, 100, 160, 400, 1000, 4096})
	sizes := plan.Pick(s.Profile, []int{10, 100}, []int{2, 10, 100, 1_000, 10_000}, []int{2, 4, 10, 100, 1_000, 10_000})
	for _, hash := range []string{plan.BaseHash, "murmur3-64", "fnv1a-64"} {
		for _, nodes := range sizes {
			if nodes > 1_000 && hash != plan.BaseHash && s.Profile != plan.Full {
				continue
			}
			for _, v := range levels {
				points := nodes * v
				if points > mostPoints && s.Profile != plan.Full {
					continue
				}
				seeds := plan.Pick(s.Profile, 8, 30, 60)
				switch {
				case points > hugeRing && hash != plan.BaseHash:
					continue
				case points > hugeRing:
					seeds = 4
				case points > 100_000:
					seeds = plan.Pick(s.Profile, 4, 10, 10)
				}
				cells = append(cells, plan.Cell{Factors: arcsOf(hash, consistent.LabelsSeparated, nodes, v), Seeds: seeds})
			}
		}
	}
	return cells
}

// labels crosses all hash functions with all label shapes, on arcs.
func labels(s plan.Scope) (cells []plan.Cell) {
	for _, hash := range plan.StableHashes() {
		for _, shape := range consistent.AllLabels() {
			cells = append(cells, plan.Cell{Factors: arcsOf(hash, shape, plan.BaseNodes, plan.BaseVnodes), Seeds: plan.Pick(s.Profile, 8, 30, 60)})
		}
	}
	return cells
}

// mostKeys bounds the keys that are placed on very many nodes where time is short: in the standard profile, and by a
// locator that asks every node about every key.
const mostKeys = 1_000_000

// sampled places keys with every locator as its users get it.
func sampled(s plan.Scope) (cells []plan.Cell) {
	for _, e := range plan.Locatables() {
		for _, nodes := range []int{4, 10, plan.BaseNodes} {
			keys := uint64(plan.Pick(s.Profile, 500, 10_000, 20_000) * nodes)
			if nodes == plan.BaseNodes {
				keys = uint64(plan.Pick(s.Profile, 50_000, 400_000, 2_000_000))
			}
			cells = append(cells, plan.Cell{Factors: cell(e, nodes, keys), Seeds: plan.Pick(s.Profile, 4, 10, 20)})
		}
		switch {
		case s.Profile == plan.Full && plan.TooMany(e.Name, plan.ManyNodes) == "":
			keys := uint64(10_000_000)
			if plan.Scans(e.Name) {
				keys = mostKeys
			}
			cells = append(cells, plan.Cell{Factors: cell(e, plan.ManyNodes, keys), Seeds: 1})
		case s.Profile == plan.Standard && plan.OnMany(e):
			cells = append(cells, plan.Cell{Factors: cell(e, plan.ManyNodes, mostKeys), Seeds: 3})
		}
	}
	return cells
}

// exponents are those of measured traces: of web caches, of the YCSB benchmark, of the most skewed stores.
var exponents = []string{"0.83", "0.99", "1.2"}

// skewed asks for keys by Zipf's law: shares of an endless stream of requests, so that no drawing adds to the scatter.
func skewed(s plan.Scope) (cells []plan.Cell) {
	catalogue := uint64(plan.Pick(s.Profile, 10_000, 100_000, 1_000_000))
	for _, e := range plan.Locatables() {
		for _, exponent := range plan.Pick(s.Profile, exponents[1:2], exponents, exponents) {
			f := cell(e, plan.BaseNodes, catalogue).With("zipf", exponent)
			cells = append(cells, plan.Cell{Factors: f, Seeds: plan.Pick(s.Profile, 2, 6, 20)})
		}
	}
	return cells
}

// collected places the keys of sets that were collected, each once.
func collected(s plan.Scope) (cells []plan.Cell) {
	for _, class := range keys.Classes() {
		if !class.Real {
			continue
		}
		n := min(class.Size, uint64(plan.Pick(s.Profile, 500, 20_000, 100_000)))
		for _, e := range plan.Locatables() {
			if s.Profile == plan.Smoke && e.Name != plan.BaseLocator {
				continue
			}
			f := cell(e, 10, n).With("key_class", class.Name)
			cells = append(cells, plan.Cell{Factors: f, Seeds: plan.Pick(s.Profile, 2, 6, 20)})
		}
	}
	return cells
}

// weightPatterns are repeated over the nodes: whole multiples, and weights that points can only come near.
var weightPatterns = []string{"1 2 4", "0.37 1 2.71"}

// weighted gives nodes different weights, with every locator that takes them.
func weighted(s plan.Scope) (cells []plan.Cell) {
	for _, e := range plan.Locatables() {
		if !e.Weights {
			continue
		}
		for _, nodes := range plan.Pick(s.Profile, []int{12}, []int{12, 99}, []int{12, 99}) {
			for _, pattern := range weightPatterns {
				f := cell(e, nodes, uint64(plan.Pick(s.Profile, 500, 5_000, 50_000)*nodes)).With("weights", pattern)
				cells = append(cells, plan.Cell{Factors: f, Seeds: plan.Pick(s.Profile, 4, 10, 40)})
			}
		}
	}
	return cells
}

// copied places three copies of every key.
func copied(s plan.Scope) (cells []plan.Cell) {
	for _, e := range plan.Locatables() {
		if !e.Replicas || e.New == nil {
			continue
		}
		for _, nodes := range plan.Pick(s.Profile, []int{10}, []int{4, 10, plan.BaseNodes}, []int{4, 10, plan.BaseNodes}) {
			f := cell(e, nodes, uint64(plan.Pick(s.Profile, 500, 1_000, 10_000)*nodes)).With("replicas", "3")
			cells = append(cells, plan.Cell{Factors: f, Seeds: plan.Pick(s.Profile, 4, 10, 40)})
		}
	}
	return cells
}

// bounded gives requests to nodes that bear no more than their bound.
func bounded(s plan.Scope) (cells []plan.Cell) {
	for _, e := range plan.Locatables() {
		if !e.Bounded {
			continue
		}
		for _, nodes := range []int{10, plan.BaseNodes} {
			n := uint64(plan.Pick(s.Profile, 100, 1_000, 10_000) * nodes)
			for _, slack := range []string{"0.05", "0.1", "0.25", "0.5", "1"} {
				for _, exponent := range []string{"0", "0.99"} {
					f := cell(e, nodes, n).With("slack", slack).With("zipf", exponent).With("requests", plan.NewFactors("r", n)["r"])
					cells = append(cells, plan.Cell{Factors: f, Seeds: plan.Pick(s.Profile, 2, 12, 20)})
				}
			}
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
		if weighted && !e.Weights || plan.TooMany(e.Name, len(s.Nodes)) != "" {
			continue
		}
		cells = append(cells, plan.Cell{Factors: cell(e, len(s.Nodes), uint64(10_000*len(s.Nodes))), Seeds: 1})
	}
	return cells
}
