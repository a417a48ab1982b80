// Package hashing times every hash function against the length of its keys, and what calling it in other ways,
// widening it, or deriving probes from it costs.
package hashing

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/hash"
)

// Experiment is the design. A series is a cell; a block is a seed.
var Experiment = plan.Experiment{
	Name:     "hashing",
	Question: "What does hashing a key cost, from one byte to a million, and what do calls and uses add?",
	Measured: true,
	Grid:     grid,
	Check:    check,
	Cost:     cost,
	Along:    along,
	Run:      run,
	Tables:   tables,
}

// The forms in which keys are handed over.
const (
	formBytes  = "bytes"
	formString = "string"
	formUint64 = "uint64"
)

func grid(s plan.Scope) (cells []plan.Cell) {
	lengths := plan.Pick(s.Profile, []int{8, 16, 64, 1024}, []int{1, 4, 8, 16, 32, 64, 256, 1024, 4096, 16 << 10, 1 << 20},
		[]int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 2048, 4096, 16 << 10, 64 << 10, 256 << 10, 1 << 20})
	blocks := plan.Pick(s.Profile, 2, 6, 12)
	for _, e := range hash.All() {
		for _, length := range lengths {
			cells = append(cells, plan.Cell{Factors: series(e.Name, formBytes, length), Seeds: blocks})
		}
		cells = append(cells, plan.Cell{Factors: series(e.Name, formString, 16), Seeds: blocks},
			plan.Cell{Factors: series(e.Name, formUint64, 8), Seeds: blocks})
		if s.Profile == plan.Smoke && !slices.Contains(few, e.Name) {
			continue
		}
		for _, f := range costCells(e) {
			cells = append(cells, plan.Cell{Factors: f, Seeds: blocks})
		}
	}
	for _, f := range twins(s.Profile) {
		cells = append(cells, plan.Cell{Factors: f.With("twin", "1"), Seeds: blocks})
	}
	return cells
}

// twins returns the series that are timed twice in each block, as if they were two: their ratio is the noise floor. There
// is one for each form of keys and for each loop that every function has, and several lengths of the base form.
func twins(p plan.Profile) (all []plan.Factors) {
	for _, length := range plan.Pick(p, []int{16}, []int{8, 16, 64, 1024, 1 << 20}, []int{8, 16, 64, 1024, 1 << 20}) {
		all = append(all, series(plan.BaseHash, formBytes, length))
	}
	if p == plan.Smoke {
		return all
	}
	all = append(all, series(plan.BaseHash, formString, 16), series(plan.BaseHash, formUint64, 8))
	for _, loop := range []string{loopCold, loopInterface, loopFunc} {
		all = append(all, series(plan.BaseHash, formBytes, costLength).With("loop", loop))
	}
	return all
}

// along reports whether a narrowed run takes the series too: the base function, and the control that only reads keys.
func along(f plan.Factors) bool {
	e, err := hash.Find(f["hash"])
	return f["hash"] == plan.BaseHash || err == nil && e.Floor
}

// few are the functions whose costs the smoke profile times: one of 64 bits, one keyed, one widened.
var few = []string{plan.BaseHash, "siphash24", "murmur3-32-mixed"}

func series(hash, form string, length int) plan.Factors {
	return plan.NewFactors("hash", hash, "form", form, "key_bytes", length)
}

// design is a series with its levels read.
type design struct {
	hash       hash.Entry
	form, loop string
	length     int
	twin       bool // the second timing of a series
}

func read(f plan.Factors) (d design, err error) {
	r := f.Read()
	d.form, d.length, d.loop = r.Text("form"), r.Int("key_bytes"), cmp.Or(r.Text("loop"), loopBulk)
	d.twin = r.Uint("twin") != 0
	if err := r.Err(); err != nil {
		return d, err
	}
	if d.hash, err = hash.Find(r.Text("hash")); err != nil {
		return d, err
	}
	switch {
	case d.length < 1 || d.length > keys.MaxFixed:
		return d, fmt.Errorf("key_bytes = %d is not in 1 … %d", d.length, keys.MaxFixed)
	case d.form == formUint64 && d.length != 8:
		return d, fmt.Errorf("form %s has keys of 8 bytes, not %d", formUint64, d.length)
	case d.form != formBytes && d.form != formString && d.form != formUint64:
		return d, fmt.Errorf("form %q is none of %s, %s, %s", d.form, formBytes, formString, formUint64)
	}
	return d, d.checkLoop()
}

func check(_ plan.Scope, f plan.Factors) error {
	_, err := read(f)
	return err
}

const samples = 5

var timer = sync.OnceValues(measure.NewTimer)

// taken counts the series that this process has timed.
var taken int

func run(_ context.Context, _ plan.Scope, key record.Key) (any, error) {
	d, err := read(key.Factors)
	if err != nil {
		return nil, err
	}
	t, err := timer()
	if err != nil {
		return nil, err
	}
	kernel, err := d.kernel()
	if err != nil {
		return nil, err
	}
	timing, err := t.Time(kernel, samples)
	if err != nil {
		return nil, err
	}
	taken++
	return record.HashingPoint{
		Hash: d.hash.Name, KeyBytes: d.length, Form: d.form, Loop: d.loop, Block: key.Seed, Order: taken, Batch: timing.Batch,
		NsPerKey: record.Float(timing.Median()), NsMin: record.Float(timing.Least()),
		Attempts: timing.Attempts, Discarded: plan.SampleList(timing.Discarded), ControlNs: record.Float(timing.Control),
		Disturbed: timing.Disturbed, SampleList: plan.SampleList(timing.Samples), Twin: d.twin,
	}, nil
}
