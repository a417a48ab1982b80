// Package throughput times adding to filters, looking up in them and locating nodes, in ns per key.
package throughput

import (
	"fmt"
	"slices"

	"hashlab/experiments/internal/plan"
	"hashlab/impl/consistent"
	"hashlab/impl/filter"
)

// Experiment is the design. A series is a cell; a block is a seed.
var Experiment = plan.Experiment{
	Name:     "throughput",
	Question: "What does adding a key, looking one up and locating a node cost, with the hash and without?",
	Measured: true,
	Grid:     grid,
	Check:    check,
	Cost:     cost,
	Setup:    setup,
	Once:     once,
	Along:    along,
	Run:      run,
	Tables:   tables,
}

// The operations and the modes of a series.
const (
	opAdd      = "add"
	opContains = "contains" // one look-up a call
	opBulk     = "bulk"     // many look-ups a call
	opMixed    = "mixed"    // adding and looking up by turns
	opLocate   = "locate"
	opSingle   = "locate-single" // one call a hash, through the interface
	opBuild    = "build"         // a locator from a list of nodes
	opChange   = "change"        // a node joins, or leaves

	modePrehashed = "prehashed" // hashes are prepared: the structure alone is timed
	modeKeys      = "keys"      // keys are prepared: hash function and structure are timed together
)

func grid(s plan.Scope) []plan.Cell {
	return slices.Concat(filters(s), bulks(s), equals(s), concurrencies(s), besides(s), locators(s), changes(s), twins(s))
}

// twins are series that are timed twice in each block, as if they were two: their ratio is the noise floor.
func twins(s plan.Scope) (cells []plan.Cell) {
	again := func(f plan.Factors) { cells = append(cells, plan.Cell{Factors: f.With("twin", "1"), Seeds: blocks(s)}) }
	for _, n := range plan.Pick(s.Profile, []uint64{10_000}, []uint64{10_000, 1_000_000}, []uint64{10_000, 1_000_000}) {
		for _, name := range plan.BaseFilters() {
			if e, err := filter.Find(name); err == nil {
				again(filterSeries(e, opContains, modePrehashed, n, 0.5))
			}
		}
	}
	if e, err := consistent.Find(plan.BaseLocator); err == nil {
		again(locatorSeriesOf(e, modePrehashed, 10))
	}
	return cells
}

// blocks is how many blocks a series has: six is the least for a 95 % interval of a median, and above
// record.BootstrapBeyond there is a bootstrap's too.
func blocks(s plan.Scope) int { return plan.Pick(s.Profile, 2, 6, 12) }

func filters(s plan.Scope) (cells []plan.Cell) {
	for _, e := range filter.All() {
		if _, ok := plan.Nearest(e); !ok {
			continue // it meets no rate worth timing
		}
		sizes := sizesOf(s, e)
		for _, mode := range []string{modePrehashed, modeKeys} {
			if mode == modePrehashed && e.NewKeyed != nil {
				continue // it takes keys only
			}
			for _, n := range sizes {
				if n > 1_000_000 && mode == modeKeys {
					continue // the prehashed series already shows it
				}
				for _, hit := range hitsOf(s, mode, n) {
					cells = append(cells, plan.Cell{Factors: filterSeries(e, opContains, mode, n, hit), Seeds: blocks(s)})
				}
				if addsAt(s, e, mode, n) {
					cells = append(cells, plan.Cell{Factors: filterSeries(e, opAdd, mode, n, 0), Seeds: blocks(s)})
				}
			}
		}
	}
	return cells
}

// addsAt reports whether filling is timed at a size: with hashing at small ones, where a static filter has nothing to
// add, and on hashes at one size, or at all up to it.
func addsAt(s plan.Scope, e filter.Entry, mode string, n uint64) bool {
	if mode == modeKeys {
		return n <= 10_000 && e.Build == nil
	}
	return n == sweptN || n < sweptN && s.Profile != plan.Standard
}

// sizesOf returns the numbers of keys that a filter is timed at, from what the first-level cache holds to
// what main memory does. Most filters stop where filling them takes seconds: of those that go on, the base
// probes all over the filter and the others in one block of it. The largest size, beyond the last-level cache of a server, is for the faster of the base filters.
func sizesOf(s plan.Scope, e filter.Entry) []uint64 {
	sizes := plan.Pick(s.Profile, []uint64{10_000}, []uint64{10_000, 1_000_000}, []uint64{1_000, 10_000, 100_000, 1_000_000, 10_000_000})
	if s.Profile == plan.Smoke {
		return sizes
	}
	if e.Name == plan.BaseFilter || oneBlock(e) {
		sizes = append(sizes, 30_000_000)
	}
	if e.Name == plan.BaseFilters()[1] || s.Profile == plan.Full && e.Name == plan.BaseFilter {
		sizes = append(sizes, 300_000_000)
	}
	return sizes
}

// oneBlock reports whether all probes of a key fall in one block of bits.
func oneBlock(e filter.Entry) bool {
	if e.New == nil {
		return false
	}
	f, err := e.New(filter.Spec{N: 1000, FPR: 0.05})
	return err == nil && f.Params().BlockBits > 0 && f.Params().CounterBits == 0
}

// along reports whether a narrowed run takes the series too: the base filter, the base ring and the controls.
func along(f plan.Factors) bool {
	switch f["filter"] + f["locator"] {
	case plan.BaseFilter, plan.BaseLocator:
		return f.Read().Uint("n") <= 1_000_000
	}
	if name := f["locator"]; name != "" {
		e, err := consistent.Find(name)
		return err == nil && len(e.Traits.Fails) > 0
	}
	e, err := filter.Find(f["filter"])
	return err == nil && len(e.Traits.Fails) > 0
}

func filterSeries(e filter.Entry, op, mode string, n uint64, hit float64) plan.Factors {
	return plan.NewFactors("filter", e.Name, "hash", seriesHash(mode, plan.FilterHash(e)),
		"op", op, "mode", mode, "n", n, "hit_share", hit, "twin", 0)
}

// seriesHash is the hash level of a series: prepared hashes come from the base's function, which is then
// no part of what is timed.
func seriesHash(mode, hash string) string {
	if mode == modePrehashed {
		return ""
	}
	return hash
}

func locators(s plan.Scope) (cells []plan.Cell) {
	sizes := plan.Pick(s.Profile, []int{10}, []int{10, 100, 1_000}, []int{10, 100, 1_000, 10_000})
	for _, e := range consistent.All() {
		for _, mode := range []string{modePrehashed, modeKeys} {
			if mode == modePrehashed && e.NewKeyed != nil {
				continue
			}
			if mode == modePrehashed && s.Profile != plan.Smoke {
				for _, nodes := range []int{10, 1_000} {
					cells = append(cells, plan.Cell{Factors: locatorSeriesOf(e, mode, nodes).With("op", opSingle), Seeds: blocks(s)})
				}
			}
			for _, nodes := range sizes {
				if plan.TooMany(e.Name, nodes) != "" {
					continue
				}
				cells = append(cells, plan.Cell{Factors: locatorSeriesOf(e, mode, nodes), Seeds: blocks(s)})
			}
			if mode == modeKeys && s.Profile == plan.Standard && plan.OnMany(e) {
				cells = append(cells, plan.Cell{Factors: locatorSeriesOf(e, mode, plan.ManyNodes), Seeds: blocks(s)})
			}
		}
	}
	return cells
}

func locatorSeriesOf(e consistent.Entry, mode string, nodes int) plan.Factors {
	return plan.NewFactors("locator", e.Name, "hash", seriesHash(mode, plan.LocatorHash(e)), "op", opLocate, "mode", mode,
		"nodes", nodes, "twin", 0)
}

// design is a series with its levels read.
type design struct {
	filter   *filter.Entry
	locator  *consistent.Entry
	hash     string
	op, mode string
	n        uint64
	nodes    int
	hit      float64
	twin     bool
	target   float64 // false-positive rate that the filter is sized for: 0.01, or the nearest that it meets, or as asked
	equal    bool    // it is compared with others at that rate
	first    bool    // in the first block of the run
	threads  int     // at work at a time; 0 where only one is meant
	guard    string  // lock around every call
}

func read(f plan.Factors) (d design, err error) {
	r := f.Read()
	d = design{hash: r.Text("hash"), op: r.Text("op"), mode: r.Text("mode"), n: r.Uint("n"), nodes: r.Int("nodes"), hit: r.Float("hit_share"), twin: r.Uint("twin") != 0}
	if err := r.Err(); err != nil {
		return d, err
	}
	d.target = r.Float("target_fpr")
	d.equal, d.threads, d.guard = d.target != 0, r.Int("threads"), r.Text("guard")
	if err := r.Err(); err != nil {
		return d, err
	}
	if d.mode != modePrehashed && d.mode != modeKeys {
		return d, fmt.Errorf("mode %q is neither %s nor %s", d.mode, modePrehashed, modeKeys)
	}
	structure := d.hash
	if d.mode == modePrehashed {
		structure = plan.BaseHash
	}
	if name := r.Text("locator"); name != "" {
		e, err := plan.CheckLocator(name, structure)
		d.locator = &e
		switch {
		case err != nil:
		case !slices.Contains([]string{opLocate, opSingle, opBuild, opChange, opBeside}, d.op) || d.nodes < 1:
			err = fmt.Errorf("op %q on %d nodes: a locator is timed by %s, %s, %s, %s and %s on at least 1", d.op, d.nodes, opLocate, opSingle, opBuild, opChange, opBeside)
		case d.op == opBeside:
			err = checkBeside(d)
		case d.op == opSingle && d.mode != modePrehashed:
			err = fmt.Errorf("op %q in mode %q: want %s", d.op, d.mode, modePrehashed)
		case (d.op == opBuild || d.op == opChange) && d.mode != modeKeys:
			err = fmt.Errorf("op %q in mode %q: labels are hashed in mode %s", d.op, d.mode, modeKeys)
		}
		return d, err
	}
	e, err := plan.CheckFilter(r.Text("filter"), structure)
	d.filter = &e
	switch {
	case err != nil:
	case !slices.Contains([]string{opAdd, opContains, opBulk, opMixed}, d.op):
		err = fmt.Errorf("op %q: a filter is timed by %s, %s, %s and %s", d.op, opAdd, opContains, opBulk, opMixed)
	case d.op == opMixed && d.threads == 0:
		err = fmt.Errorf("op %s is timed by threads", opMixed)
	case d.equal && !plan.Meets(e, d.n, d.target):
		err = fmt.Errorf("filter %s cannot be sized for the rate %v", e.Name, d.target)
	case d.threads > 0:
		err = checkThreads(&d)
	case !d.equal && !d.meets():
		err = fmt.Errorf("filter %s meets no rate that is timed", e.Name)
	case d.n < 1 || !(d.hit >= 0 && d.hit <= 1):
		err = fmt.Errorf("n = %d keys at hit share %v: want at least 1, and 0 … 1", d.n, d.hit)
	}
	return d, err
}

// meets sets the rate that the filter is sized for.
func (d *design) meets() (ok bool) {
	d.target, ok = plan.Nearest(*d.filter)
	return ok
}

func check(_ plan.Scope, f plan.Factors) error {
	_, err := read(f)
	return err
}

// cost predicts the seconds of one series in one block.
func cost(s plan.Scope, f plan.Factors) float64 {
	d, err := read(f)
	if err != nil {
		return 0
	}
	if d.locator != nil {
		return locatorCost(d)
	}
	const fresh = 2 // each sample fills memory that nothing has touched
	add, query := perKey(d)
	switch {
	case d.threads > 0:
		return concurrencyCost(d, add, query)
	case d.op == opAdd:
		return plan.SeriesCost(samplesOf(d), fresh*add, int(d.n)) + plan.CollectCost/2
	case d.equal:
		return plan.SeriesCost(samples, query, callKeys) + float64(absentAsked(d))*(query+20e-9)/float64(blocks(s))
	}
	return plan.SeriesCost(samples, query, callKeys)
}

// buildHash is the hash function that a locator is built with.
func buildHash(d design) string {
	if d.mode == modePrehashed && d.locator.NewKeyed == nil {
		return plan.BaseHash
	}
	return d.hash
}

// setup predicts the seconds of filling a filter, which all blocks of a process and hit shares then use.
func setup(_ plan.Scope, f plan.Factors) float64 {
	d, err := read(f)
	switch {
	case err != nil:
		return 0
	case d.locator != nil && d.op == opBuild:
		return plan.CollectCost
	case d.locator != nil:
		return 1.5*plan.BuildCost(*d.locator, buildHash(d), d.nodes) + plan.CollectCost
	}
	const generate = 20e-9
	add, _ := perKey(d)
	return float64(d.n)*(add+generate) + plan.CollectCost
}

// once reports whether filling takes so long that one filter serves all blocks.
func once(f plan.Factors) bool { return f.Read().Uint("n") > 10_000_000 }

// perKey predicts the seconds a key of adding and of looking up, hashing included.
func perKey(d design) (add, query float64) {
	hash := d.hash
	if d.mode == modePrehashed {
		hash = plan.BaseHash
	}
	add, query = plan.FilterCost(*d.filter, hash, filter.Spec{N: d.n, FPR: d.target})
	if d.n > 10_000_000 {
		return 2.5 * add, 2.5 * query // in main memory
	}
	if d.n >= 1_000_000 {
		return 1.3 * add, 2 * query // beyond the second-level cache
	}
	return add, query
}
