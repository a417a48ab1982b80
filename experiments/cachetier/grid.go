// Package cachetier puts caches in front of a database, as the second article does, and watches the misses
// when a fifth server joins and when one dies.
//
// By default time is virtual and the caches are in this process, so a run is a pure function of its
// parameters and its seed. With real servers the same run goes by the wall clock.
package cachetier

import (
	"fmt"
	"slices"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/consistent"
)

// Experiment is the design. A seed picks the ids of the nodes and the requests.
var Experiment = plan.Experiment{
	Name:     "cachetier",
	Question: "What does the database feel when a fifth cache server joins or one dies, under each way of placing keys?",
	Stored:   filesOf(false).points,
	Grid:     grid,
	Check:    check,
	Cost:     cost,
	Run:      run,
	Tables:   tables,
}

// The stories.
const (
	storyJoin     = "join-die"     // a node joins at once; later one dies
	storySteps    = "weight-steps" // the node joins by tenths of its weight
	storyReplicas = "replicas"     // every key has two copies
)

// none is the run without caches: every request goes to the database.
const none = "none"

// zipf is the workload whose requests follow a Zipf distribution with a tail of keys that are asked for once.
const zipf = "zipf"

// The shape of a run. Rates are in proportion to the request rate, capacities to the number of objects.
const (
	nodesBefore   = 4
	alpha         = 0.83 // of the Zipf distribution: measured traces have 0.82 to 0.83 (see keys.Zipf)
	tail          = 0.1  // share of requests for keys that are asked for once
	capacityShare = 0.25 // of the objects, that one node's cache holds
	databaseShare = 0.3  // of the request rate, that the database serves
	patience      = 2    // seconds in the database's queue, beyond which it refuses a request
	detection     = 1    // seconds until a dead node is noticed
	stepSeconds   = 3    // between two steps of a weight
	steps         = 10   // of a weight
	slack         = 0.25 // of bounded loads: a node bears 1.25 times its part at most
)

// trace is the user's own requests, or nil. UseTrace sets it before a run.
var trace *keys.Trace

// UseTrace makes the grid run on the requests of t instead of the Zipf workload. It is called before a run,
// by the command alone.
func UseTrace(t keys.Trace) { trace = &t }

// scheme is a locator as its users configure it.
type scheme struct {
	locator string
	vnodes  []int // 0: the locator has none, or its default
}

// wanted are the schemes of the second article and of real systems, as far as they are registered.
func wanted() []scheme {
	all := []scheme{
		{"modulo", []int{0}}, {"ring-vnodes", []int{1, 3, 5, 100, 160, 1000}}, {"article-ring", []int{3, 5, 100}}, {"rendezvous", []int{0}},
		{"jump", []int{0}}, {"x-groupcache", []int{0}}, {"ring-ketama", []int{0}}, {"maglev", []int{0}}, {"ring-bounded", []int{1, 160}},
	}
	return slices.DeleteFunc(all, func(s scheme) bool { _, err := consistent.Find(s.locator); return err != nil })
}

func grid(s plan.Scope) (cells []plan.Cell) {
	seeds := plan.Pick(s.Profile, 2, 5, 10)
	add := func(story, backend, locator string, vnodes, replicas int) {
		workload, objects, rate := zipf, plan.Pick(s.Profile, 5_000, 60_000, 200_000), plan.Pick(s.Profile, 500, 6_000, 20_000)
		if trace != nil {
			workload, objects, rate = trace.Name, len(trace.Keys), 0
		}
		hash, vnodes := describe(locator, vnodes)
		cells = append(cells, plan.Cell{Factors: plan.NewFactors("story", story, "backend", backend, "locator", locator, "hash", hash, "vnodes", vnodes,
			"replicas", replicas, "workload", workload, "key_class", "user-profile", "objects", objects, "rate", rate), Seeds: seeds})
	}
	add(storyJoin, backendLRU, none, 0, 1)
	for _, sc := range wanted() {
		for _, vnodes := range sc.vnodes {
			add(storyJoin, backendLRU, sc.locator, vnodes, 1)
		}
	}
	for _, name := range []string{"ring-vnodes", "rendezvous"} {
		e, err := consistent.Find(name)
		if err == nil && e.New != nil && e.Weights {
			add(storySteps, backendLRU, name, 0, 1)
		}
		if err == nil && e.New != nil && e.Replicas {
			add(storyReplicas, backendLRU, name, 0, 2)
		}
	}
	return cells
}

// describe returns the hash level of a locator, and its number of vnodes where vnodes is 0.
func describe(locator string, vnodes int) (string, int) {
	e, err := consistent.Find(locator)
	if err != nil {
		return "", 0
	}
	if vnodes == 0 {
		vnodes = e.DefaultVnodes
	}
	return plan.LocatorHash(e), vnodes
}

// design is a cell with its levels read.
type design struct {
	story, backend   string
	locator, hash    string
	entry            consistent.Entry // where there are caches
	vnodes, replicas int
	workload, class  string
	objects, rate    int
}

func read(s plan.Scope, f plan.Factors) (d design, err error) {
	r := f.Read()
	d = design{story: r.Text("story"), backend: r.Text("backend"), locator: r.Text("locator"), hash: r.Text("hash"), vnodes: r.Int("vnodes"),
		replicas: r.Int("replicas"), workload: r.Text("workload"), class: r.Text("key_class"), objects: r.Int("objects"), rate: r.Int("rate")}
	if err := r.Err(); err != nil {
		return d, err
	}
	if d.locator != none {
		if d.entry, err = plan.CheckLocator(d.locator, d.hash); err != nil {
			return d, err
		}
	}
	if _, err := s.Class(d.class); err != nil {
		return d, err
	}
	hashed := d.entry.New != nil
	switch {
	case d.story != storyJoin && d.story != storySteps && d.story != storyReplicas:
		return d, fmt.Errorf("story %q is none of %s, %s, %s", d.story, storyJoin, storySteps, storyReplicas)
	case !slices.Contains(backends, d.backend):
		return d, fmt.Errorf("backend %q is none of %v", d.backend, backends)
	case d.story == storySteps && !(hashed && d.entry.Weights):
		return d, fmt.Errorf("story %s needs weights, and %s has none", d.story, d.locator)
	case d.replicas != 1 && !(d.replicas == 2 && hashed && d.entry.Replicas):
		return d, fmt.Errorf("replicas = %d of locator %s: want 1, or 2 where it knows replicas", d.replicas, d.locator)
	case d.workload == zipf && (d.objects < 100 || d.rate < 100):
		return d, fmt.Errorf("objects = %d and rate = %d a second: want at least 100 of both", d.objects, d.rate)
	case d.workload != zipf && (trace == nil || d.workload != trace.Name):
		return d, fmt.Errorf("workload %q is neither %s nor the trace that --trace names", d.workload, zipf)
	}
	return d, consistent.Options{Vnodes: d.vnodes}.Check()
}

func check(s plan.Scope, f plan.Factors) error {
	_, err := read(s, f)
	return err
}

// cost predicts the seconds of one point.
func cost(s plan.Scope, f plan.Factors) float64 {
	d, err := read(s, f)
	if err != nil {
		return 0
	}
	if d.backend != backendLRU {
		return float64(wallPhases.end)
	}
	const request, place = 340e-9, 105e-9
	requests := float64(d.rate * virtualPhases.end)
	if trace != nil {
		requests = float64(len(trace.Order))
	}
	return requests*request + 3*place*(float64(d.objects)+tail*requests)
}
