package balance

import (
	"fmt"
	"strconv"
	"strings"

	"hashlab/experiments/internal/plan"
	"hashlab/impl/consistent"
)

// design is a cell with its levels read.
type design struct {
	entry         consistent.Entry
	hash          string
	labels        consistent.Labels
	nodes, vnodes int
	keys          uint64 // 0: arc shares
	class         string // of the keys
	zipf          float64
	requests      uint64    // given to nodes one by one, under a bound; 0: shares of keys
	weights       []float64 // repeated over the nodes; nil: all 1
	pattern       string
	replicas      int
	slack         float64
}

func read(s plan.Scope, f plan.Factors) (d design, err error) {
	r := f.Read()
	d = design{hash: r.Text("hash"), labels: consistent.Labels(r.Text("labels")), nodes: r.Int("nodes"), vnodes: r.Int("vnodes"),
		keys: r.Uint("keys"), class: r.Text("key_class"), zipf: r.Float("zipf"), requests: r.Uint("requests"),
		pattern: r.Text("weights"), replicas: r.Int("replicas"), slack: r.Float("slack")}
	if err := r.Err(); err != nil {
		return d, err
	}
	if d.entry, err = plan.CheckLocator(r.Text("locator"), d.hash); err != nil {
		return d, err
	}
	if d.weights, err = readWeights(d.pattern); err != nil {
		return d, err
	}
	if err := d.check(s); err != nil {
		return d, err
	}
	return d, d.options().CheckBounded()
}

func (d design) options() consistent.Options {
	return consistent.Options{Vnodes: d.vnodes, Labels: d.labels, Slack: d.slack}
}

// readWeights reads positive numbers that spaces part.
func readWeights(text string) (weights []float64, err error) {
	for _, field := range strings.Fields(text) {
		w, err := strconv.ParseFloat(field, 64)
		if err != nil || consistent.CheckNode("a", w) != nil {
			return nil, fmt.Errorf("weight %q of %q is not a positive number", field, text)
		}
		weights = append(weights, w)
	}
	return weights, nil
}

// check returns an error where the levels do not go together.
func (d design) check(s plan.Scope) error {
	switch {
	case d.nodes < 1:
		return fmt.Errorf("nodes = %d: want at least 1", d.nodes)
	case s.Nodes != nil && d.nodes != len(s.Nodes):
		return fmt.Errorf("nodes = %d: the file names %d", d.nodes, len(s.Nodes))
	case s.Nodes != nil && d.weights != nil:
		return fmt.Errorf("weights %q: the file has its own", d.pattern)
	case plan.TooMany(d.entry.Name, d.nodes) != "":
		return fmt.Errorf("locator %s on %d nodes: %s", d.entry.Name, d.nodes, plan.TooMany(d.entry.Name, d.nodes))
	case d.keys == 0 && (d.entry.New == nil || d.replicas > 1 || d.slack > 0 || d.zipf > 0):
		return fmt.Errorf("keys = 0 asks for arc shares: locator %s must show its points, and replicas, slack and zipf need keys", d.entry.Name)
	case d.weights != nil && !d.entry.Weights:
		return fmt.Errorf("weights %q: locator %s takes none", d.pattern, d.entry.Name)
	case d.replicas < 1 || d.replicas > mostCopies || d.replicas > 1 && (!d.entry.Replicas || d.entry.New == nil):
		return fmt.Errorf("replicas = %d: want 1 … %d, and 1 for locator %s if it knows none", d.replicas, mostCopies, d.entry.Name)
	case (d.slack > 0) != (d.requests > 0) || d.slack > 0 && !d.entry.Bounded:
		return fmt.Errorf("slack = %v with %d requests: a bound needs both, and a locator that keeps one", d.slack, d.requests)
	case d.replicas > 1 && (d.zipf > 0 || d.slack > 0):
		return fmt.Errorf("replicas = %d: copies are placed without zipf and slack", d.replicas)
	case !(d.zipf >= 0 && d.zipf <= 10):
		return fmt.Errorf("zipf = %v is not in 0 … 10", d.zipf)
	}
	if d.keys == 0 {
		return nil
	}
	class, err := s.Class(d.class)
	if err == nil && d.keys > class.Size {
		err = fmt.Errorf("keys = %d: class %s has %d", d.keys, d.class, class.Size)
	}
	return err
}

// mostCopies bounds the copies of a key.
const mostCopies = 16

func check(s plan.Scope, f plan.Factors) error {
	_, err := read(s, f)
	return err
}

// place returns the nodes that a seed picks, and whose they are.
func (d design) place(s plan.Scope, seed uint64) (nodes []consistent.Node, ids string) {
	if s.Nodes != nil {
		return s.Nodes, "own"
	}
	nodes = plan.Nodes(d.nodes, seed)
	for i := range nodes {
		if d.weights != nil {
			nodes[i].Weight = d.weights[i%len(d.weights)]
		}
	}
	return nodes, "made"
}

// cost predicts the seconds of one seed: hashing and sorting the points, and placing keys.
func cost(s plan.Scope, f plan.Factors) float64 {
	d, err := read(s, f)
	if err != nil {
		return 0
	}
	points := float64(d.nodes) * float64(max(d.vnodes, 1))
	seconds := points*(120e-9+plan.HashCost(d.hash)) + float64(d.keys)*float64(d.replicas)*(60e-9+d.locateCost())
	if d.zipf > 0 {
		seconds += float64(d.keys) * 100e-9
	}
	if d.hasOverflowLaw(d.nodes) {
		seconds += float64(d.requests) * 4e-6 / gateSeeds // once for all seeds
	}
	return seconds + float64(d.requests)*3*d.locateCost()
}

// locateCost does not try a locator out on very many nodes: building it would take longer than the prediction is worth.
func (d design) locateCost() float64 {
	if d.keys == 0 {
		return 0
	}
	const tried = 1_000
	seconds := plan.LocateCost(d.entry, d.hash, min(d.nodes, tried))
	if plan.Scans(d.entry.Name) && d.nodes > tried {
		seconds *= float64(d.nodes) / tried
	}
	return seconds
}
