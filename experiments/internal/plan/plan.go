// Package plan is the design of experiments: which combinations are measured, with how many seeds, and at
// what predicted cost, before anything runs.
//
// The grid is a star, not a cross: a base, and arms that vary one or two factors, as the figures need.
package plan

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/record"
	"hashlab/impl/consistent"
)

// A Profile is a named size of the whole run; it is part of every point's key.
type Profile string

const (
	Smoke    Profile = "smoke"    // the whole pipeline within a minute; no claim
	Standard Profile = "standard" // what is committed
	Full     Profile = "full"     // one to two hours: more seeds, larger sizes
)

// Profiles lists the profiles from the smallest.
func Profiles() []Profile { return []Profile{Smoke, Standard, Full} }

// Pick returns the level for the profile.
func Pick[T any](p Profile, smoke, standard, full T) T {
	switch p {
	case Smoke:
		return smoke
	case Full:
		return full
	}
	return standard
}

// Scope is what a run covers besides the experiments' own grids.
type Scope struct {
	Profile Profile
	Seed    uint64            // first seed; a cell of s seeds takes Seed … Seed+s-1
	Keys    *keys.Class       // the user's own keys, or nil
	Nodes   []consistent.Node // the user's own nodes, or nil
}

// Class returns the key class called name: one of the registered, or the user's own.
func (s Scope) Class(name string) (keys.Class, error) {
	if s.Keys != nil && name == s.Keys.Name {
		return *s.Keys, nil
	}
	return keys.Find(name)
}

// A Cell is a combination of levels, one for each factor of its experiment, measured with several seeds.
type Cell struct {
	Factors Factors
	Seeds   int
}

// An Experiment is one question with its design.
type Experiment struct {
	Name     string
	Question string
	Measured bool   // timings: points run one at a time, in blocks of random order; a seed is a block
	Stored   string // the result file with a deterministic row for each point, "" where there is none

	// Grid returns the design. Cells may repeat: the one with the most seeds counts.
	Grid func(Scope) []Cell
	// Check returns an error where the levels cannot be measured together.
	Check func(Scope, Factors) error
	// Cost predicts the seconds that one seed of a cell takes.
	Cost func(Scope, Factors) float64
	// Setup predicts the seconds that the first point of a structure takes besides, where later ones use it
	// again; nil where nothing is kept.
	Setup func(Scope, Factors) float64
	// Once reports whether the structure takes so long to set up that one serves all blocks; nil for none.
	Once func(Factors) bool
	// Along reports whether a narrowed run of timings takes these levels too: the base and the controls, which
	// its figures are compared with; nil for none.
	Along func(Factors) bool
	// Run measures one point and returns its payload, which marshals to JSON.
	Run func(context.Context, Scope, record.Key) (any, error)
	// Tables makes the result files and checks from the payloads of all points that are done. base holds
	// what a narrowed run stands beside.
	Tables func(base record.Store, payloads []json.RawMessage) (Tables, error)
}

// Tables are what an experiment's points amount to.
type Tables struct {
	Files  record.Files
	Checks []record.CheckRow
}

// A Point is one point to run.
type Point struct {
	record.Key
	Seconds float64 // predicted cost
	Process int     // number of the process that measures it, where points run in blocks; else 0
}

// How blocks of timings are divided among processes: a few a process, each with a layout of its own in memory.
// What is set up once is measured in a last process, with all its blocks.
const (
	blocksPerProcess = 2
	lastProcess      = 1 << 20
)

// Narrowing changes the grid: Select picks points of it, Set replaces levels of factors and so leaves it.
type Narrowing struct {
	Select record.Selection
	Set    map[string][]string
}

// Narrow reports whether anything is changed.
func (n Narrowing) Narrow() bool { return n.Select.String() != "" || len(n.Set) > 0 }

// Digest returns the digest of the source of an implementation; kind is hash, filter or locator.
type Digest func(kind, name string) string

// Points expands the experiment's grid under the narrowing, in the order in which it runs. code stands for
// the measuring half of the source in every key.
func (e Experiment) Points(s Scope, n Narrowing, digest Digest, code string) ([]Point, error) {
	cells, err := e.cells(s, n)
	if err != nil {
		return nil, err
	}
	if s.Nodes != nil {
		code += "-" + nodesDigest(s.Nodes)
	}
	var points []Point
	selected := 0
	for _, c := range cells {
		key := record.Key{Experiment: e.Name, Profile: string(s.Profile), Factors: c.Factors}
		key.Code = codeOf(c.Factors, digest, code)
		along := e.Along != nil && n.Narrow() && e.Along(c.Factors)
		p := Point{Seconds: e.Cost(s, c.Factors)}
		for i := range c.Seeds {
			key.Seed = s.Seed + uint64(i)
			match := n.Select.Match(key)
			if match {
				selected++
			}
			if !match && !along {
				continue
			}
			p.Key = key
			switch {
			case e.Once != nil && e.Once(c.Factors):
				p.Process = lastProcess
			case e.Measured:
				p.Process = i / blocksPerProcess
			}
			points = append(points, p)
		}
	}
	if selected == 0 {
		return nil, nil
	}
	if e.Measured {
		shuffleBlocks(points)
	}
	e.chargeSetup(s, points)
	return points, nil
}

// setup returns the seconds that setting up takes, 0 where nothing is kept.
func (e Experiment) setup(s Scope, f Factors) float64 {
	if e.Setup == nil {
		return 0
	}
	return e.Setup(s, f)
}

// chargeSetup adds the seconds of setting a structure up to the first point that uses it in its process.
func (e Experiment) chargeSetup(s Scope, points []Point) {
	seen := map[string]bool{}
	for i, p := range points {
		if structure := fmt.Sprint(setupOf(p), " in process ", p.Process); !seen[structure] {
			seen[structure] = true
			points[i].Seconds += e.setup(s, p.Factors)
		}
	}
}

// cells returns the grid with the narrowing's levels set, without repeats.
func (e Experiment) cells(s Scope, n Narrowing) ([]Cell, error) {
	cells := e.Grid(s)
	for _, factor := range slices.Sorted(maps.Keys(n.Set)) {
		var set []Cell
		for _, c := range cells {
			if _, has := c.Factors[factor]; !has {
				continue
			}
			for _, level := range n.Set[factor] {
				set = append(set, Cell{c.Factors.With(factor, level), c.Seeds})
			}
		}
		cells = set
	}
	most := map[string]int{}
	var kept []Cell
	for _, c := range cells {
		text := c.Factors.String()
		if at, seen := most[text]; seen {
			kept[at].Seeds = max(kept[at].Seeds, c.Seeds)
			continue
		}
		most[text] = len(kept)
		kept = append(kept, c)
		if err := e.Check(s, c.Factors); err != nil && len(n.Set) > 0 {
			return nil, fmt.Errorf("%s %s: %w", e.Name, text, err)
		} else if err != nil {
			panic(fmt.Sprintf("plan: Experiment.Points: the grid of %s holds %s: %v", e.Name, text, err))
		}
	}
	return kept, nil
}

// nodesDigest stands for the user's own nodes in a key: another file of as many nodes is another point.
func nodesDigest(nodes []consistent.Node) string {
	sum := sha256.New()
	for _, n := range nodes {
		fmt.Fprintf(sum, "%q %v\n", n.ID, n.Weight)
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
}

// codeOf returns what stands for the source that a cell depends on: the measuring half, and each
// implementation that a factor names.
func codeOf(f Factors, digest Digest, code string) string {
	parts := []string{code}
	for _, kind := range []string{"filter", "hash", "locator"} {
		if name := f[kind]; name != "" {
			parts = append(parts, digest(kind, name))
		}
	}
	return strings.Join(parts, "-")
}
