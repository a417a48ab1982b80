package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"hashlab/experiments/fpr"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/record"
	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
	"hashlab/impl/filter/filtertest"
	"hashlab/impl/hash"
	"hashlab/impl/hash/hashtest"
	"hashlab/impl/registry"
)

// A harness that cannot see what is wrong sees nothing. Every fault here is planted on purpose, and the suite or
// the check that is there for it must catch it: caught returns what it says, "" where it lets the fault pass. What
// the same place says without the fault stands in TestNothingIsCaughtWithoutAFault.
var plantedFaults = []struct {
	name   string
	caught func(t *testing.T) string
	want   string // part of what it says
}{
	{"hash truncated to 16 bits", hashCheck("width", func(h uint64) uint64 { return h & 0xffff }), "planted: width"},
	// Steps that are all even cost a filter next to nothing in its rate: it is the suite of hashes that sees it.
	{"second hash forced even", hashCheck("width", func(h uint64) uint64 { return h &^ 1 }), "planted: width"},
	{"seed ignored by a hash", seedIgnored, "planted: seed"},
	{"seed ignored by an experiment", rateCheck(scatterCheck, "bloom-classic", nil, 1, true), "variance"},
	{"a lost bit", lostBit, "planted: no-false-negatives"},
	{"k - 1 probes", rateCheck(agreeCheck, "bloom-classic", oneProbeLess, 1, false), "off: bloom-classic"},
	{"block index and probes share hash bits", rateCheck(agreeCheck, "bloom-blocked-512", sharedBits, 1, false), "off: bloom-blocked-512"},
	{"theory 10 % high", rateCheck(agreeCheck, "bloom-classic", nil, 1.1, false), "off: bloom-classic"},
	{"off-by-one ring search", offByOne, "planted: points-own-arcs"},
	{"label collision", labelCollision, "share a place"},
	{"timer stuck", timerStuck, "the clock stands still"},
	{"truncated journal", truncatedJournal, "is torn; its point runs again"},
	{"conflicting shards", conflictingShards, "has another result than the folders before it"},
	{"worker that crashes", workerFault(1), "the worker ended: exit status 2: panic: in another goroutine"},
	{"worker that hangs", workerFault(2), "no answer within 3s: the worker was stopped"},
	{"worker that allocates without end", workerFault(3), "the worker ended: exit status 2: fatal error: "},
	{"worker that prints garbage", workerFault(4), "the worker's answer cannot be read: its checksum is 12345678"},
	{"worker that ends in silence", workerFault(5), "the worker ended: exit status 0"},
}

// faultsRun is how the run of faulty workers ended; all entries about workers read it.
var faultsRun *ended

func TestPlantedFaults(t *testing.T) {
	for _, f := range plantedFaults {
		t.Run(strings.ReplaceAll(f.name, " ", "-"), func(t *testing.T) {
			if got := f.caught(t); !strings.Contains(got, f.want) {
				t.Errorf("got %q, want it to say %q", got, f.want)
			}
		})
	}
}

// The same places say nothing where nothing is wrong.
func TestNothingIsCaughtWithoutAFault(t *testing.T) {
	same := func(h uint64) uint64 { return h }
	for name, caught := range map[string]func(*testing.T) string{
		"hash width": hashCheck("width", same), "hash seed": hashCheck("seed", same),
		"rate": rateCheck(agreeCheck, "bloom-classic", nil, 1, false), "scatter": rateCheck(scatterCheck, "bloom-classic", nil, 1, false),
		"blocked rate": rateCheck(agreeCheck, "bloom-blocked-512", nil, 1, false),
		"lost bit":     func(*testing.T) string { return said(filtertest.FindsAll(plantedFilter(false), 1000)) },
		"labels":       func(t *testing.T) string { return sharedPlaces(t, consistent.LabelsSeparated) },
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			if got := caught(t); got != "" {
				t.Errorf("got %q, want nothing", got)
			}
		})
	}
}

func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// A changedHash is a hash function whose values are changed.
type changedHash struct {
	hash.Hash
	change func(uint64) uint64
}

func (c changedHash) Bytes(key []byte) uint64  { return c.change(c.Hash.Bytes(key)) }
func (c changedHash) String(key string) uint64 { return c.change(c.Hash.String(key)) }
func (c changedHash) Uint64(key uint64) uint64 { return c.change(c.Hash.Uint64(key)) }

func (c changedHash) Sum(dst []uint64, keys [][]byte) {
	for i, k := range keys {
		dst[i] = c.Bytes(k)
	}
}

func (c changedHash) SumStrings(dst []uint64, keys []string) {
	for i, k := range keys {
		dst[i] = c.String(k)
	}
}

// plantedHash is xxh3 with changed values, and with the seed that pick makes of the one given.
func plantedHash(change, pick func(uint64) uint64) hash.Entry {
	e, err := hash.Find("xxh3")
	if err != nil {
		panic(err)
	}
	sound := e.New
	e.Name = "planted"
	e.New = func(seed uint64) (hash.Hash, error) {
		h, err := sound(pick(seed))
		return changedHash{h, change}, err
	}
	return e
}

// hashCheck returns what a check of the suite of hash functions says of xxh3 with changed values.
func hashCheck(name string, change func(uint64) uint64) func(*testing.T) string {
	return func(t *testing.T) string {
		e := plantedHash(change, func(seed uint64) uint64 { return seed })
		return held(t, e.Meta, hashtest.Checks(e), name)
	}
}

func seedIgnored(t *testing.T) string {
	e := plantedHash(func(h uint64) uint64 { return h }, func(uint64) uint64 { return 0 })
	return held(t, e.Meta, hashtest.Checks(e), "seed")
}

// held returns what one check of a suite says.
func held(t *testing.T, m registry.Meta, checks []registry.Check, name string) string {
	t.Helper()
	named := slices.DeleteFunc(checks, func(c registry.Check) bool { return c.Name != name })
	if len(named) != 1 {
		t.Fatalf("the suite has no check %q", name)
	}
	return said(registry.Hold(m, named))
}

// The checks of experiment fpr that a planted filter must not pass.
const (
	agreeCheck   = "measured over exact theory is 1 for good hash functions"
	scatterCheck = "filters that differ by seed scatter around theory as they should"
)

// rateCheck returns what a check of experiment fpr says of filters that are called name, probe at places, and whose
// theory is off by a factor. With one seed all filters have the same keys. nil stands for sound places.
func rateCheck(check, name string, places probing, factor float64, oneSeed bool) func(*testing.T) string {
	return func(t *testing.T) string {
		t.Helper()
		var payloads []json.RawMessage
		for seed := range uint64(20) {
			keys := seed
			if oneSeed {
				keys = 0
			}
			p := measurePlanted(t, name, places, keys)
			p.Seed, p.FPRTheory = seed+1, p.FPRTheory*record.Float(factor)
			text, err := json.Marshal(p)
			if err != nil {
				t.Fatal(err)
			}
			payloads = append(payloads, text)
		}
		made, err := fpr.Experiment.Tables(record.Store{}, payloads)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(made.Checks, func(c record.CheckRow) bool { return c.Check == check })
		if at < 0 || made.Checks[at].Tests != 1 {
			t.Fatalf("check %q judges no planted filter: %v", check, made.Checks)
		}
		if c := made.Checks[at]; !c.Holds {
			return c.Detail
		}
		return ""
	}
}

func lostBit(*testing.T) string {
	return said(registryError("no-false-negatives", filtertest.FindsAll(plantedFilter(true), 1000)))
}

// registryError says which check an error comes from, as registry.Hold does.
func registryError(check string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("planted: %s: %w", check, err)
}

func timerStuck(*testing.T) string {
	_, err := measure.NewTimerOn(func() time.Time { return time.Unix(1, 0) })
	return said(err)
}

// truncatedJournal cuts a journal in its last line.
func truncatedJournal(t *testing.T) string {
	plant(t, planted(3, allWell), nil)
	hashlab("run").expect(t, 0)
	path := record.Store{Root: "."}.Journal("planted")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, int64(len(text)-5)); err != nil {
		t.Fatal(err)
	}
	r := hashlab("run")
	r.expect(t, 0, "2 of 3 points are done; 1 to measure", "3 points done")
	return r.stderr
}

// conflictingShards merges two folders that have another result of the same point.
func conflictingShards(t *testing.T) string {
	off := uint64(0)
	e := planted(2, func(n uint64) (any, error) { return spot{n + off*n}, nil })
	e.Stored = "planted.csv"
	plant(t, e, nil)
	hashlab("run", "--out", "a").expect(t, 0)
	off = 1
	hashlab("run", "--out", "b").expect(t, 0)
	r := hashlab("merge", "a", "b", "--out", "both")
	r.expect(t, codeStore)
	return r.stderr
}

// workerFault returns what the run says of point n of the faults.
func workerFault(n int) func(*testing.T) string {
	return func(t *testing.T) string {
		if faultsRun == nil {
			r := runFaults(t)
			faultsRun = &r
		}
		for line := range strings.Lines(faultsRun.stderr) {
			if strings.Contains(line, fmt.Sprintf("n=%d seed=1: ", n)) {
				return line
			}
		}
		return ""
	}
}

// offByOne is what the suite says of a ring that gives the node after the right one.
func offByOne(t *testing.T) string {
	e, err := consistent.Find("ring-vnodes")
	if err != nil {
		t.Fatal(err)
	}
	sound := e.New
	e.Name = "planted"
	e.New = func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
		l, err := sound(o, nodes)
		if err != nil {
			return nil, err
		}
		return oneFurther{l, l.(consistent.Pointed).Points()}, nil
	}
	return held(t, e.Meta, consistenttest.Checks(e), "points-own-arcs")
}

// oneFurther is a ring whose search goes one point too far.
type oneFurther struct {
	consistent.Locator
	points []consistent.Point
}

func (r oneFurther) Points() []consistent.Point { return r.points }

func (r oneFurther) Locate(h uint64) int32 {
	if len(r.points) == 0 {
		return -1
	}
	at, _ := slices.BinarySearchFunc(r.points, h, func(p consistent.Point, h uint64) int {
		if p.Hash < h {
			return -1
		}
		return 1
	})
	return r.points[(at+1)%len(r.points)].Node
}

func labelCollision(t *testing.T) string { return sharedPlaces(t, consistent.LabelsPrefix) }

// sharedPlaces says whether vnodes of different nodes share a place under a shape of labels: of 64-bit hashes none
// should. Names like 1a and a are where a shape without a separator fails.
func sharedPlaces(t *testing.T, labels consistent.Labels) string {
	t.Helper()
	e, err := consistent.Find("ring-vnodes")
	if err != nil {
		t.Fatal(err)
	}
	h, err := hash.Find("xxh3")
	if err != nil {
		t.Fatal(err)
	}
	published, err := h.New(0)
	if err != nil {
		t.Fatal(err)
	}
	l, err := e.New(consistent.Options{Hash: published, Vnodes: 160, Labels: labels}, []consistent.Node{{ID: "a", Weight: 1}, {ID: "1a", Weight: 1}, {ID: "11a", Weight: 1}})
	if err != nil {
		t.Fatal(err)
	}
	seen, shared := map[uint64]bool{}, 0
	for _, p := range l.(consistent.Pointed).Points() {
		if seen[p.Hash] {
			shared++
		}
		seen[p.Hash] = true
	}
	if shared == 0 && len(seen) == 3*160 {
		return ""
	}
	return fmt.Sprintf("of %d vnodes %d share a place", 3*160, 3*160-len(seen))
}
