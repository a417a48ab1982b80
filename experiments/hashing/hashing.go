// Package hashing times every hash function against the length of its keys.
package hashing

import (
	"context"
	"fmt"
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
	Question: "What does hashing a key cost, from one byte to four thousand?",
	Measured: true,
	Grid:     grid,
	Check:    check,
	Cost:     cost,
	Along:    func(f plan.Factors) bool { return f["hash"] == plan.BaseHash },
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
	lengths := plan.Pick(s.Profile, []int{8, 16, 64, 1024}, []int{1, 2, 4, 8, 16, 24, 32, 64, 128, 256, 512, 1024, 2048, 4096},
		[]int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 2048, 4096, 16384, 65536, 1 << 20})
	blocks := plan.Pick(s.Profile, 2, 6, 10)
	for _, e := range hash.All() {
		for _, length := range lengths {
			cells = append(cells, plan.Cell{Factors: series(e.Name, formBytes, length), Seeds: blocks})
		}
		cells = append(cells, plan.Cell{Factors: series(e.Name, formString, 16), Seeds: blocks},
			plan.Cell{Factors: series(e.Name, formUint64, 8), Seeds: blocks})
	}
	return cells
}

func series(hash, form string, length int) plan.Factors {
	return plan.NewFactors("hash", hash, "form", form, "key_bytes", length)
}

// design is a series with its levels read.
type design struct {
	hash   hash.Entry
	form   string
	length int
}

func read(f plan.Factors) (d design, err error) {
	r := f.Read()
	d.form, d.length = r.Text("form"), r.Int("key_bytes")
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
	return d, nil
}

func check(_ plan.Scope, f plan.Factors) error {
	_, err := read(f)
	return err
}

// cost predicts the seconds of one series in one block.
func cost(_ plan.Scope, f plan.Factors) float64 {
	d, err := read(f)
	if err != nil {
		return 0
	}
	return plan.SeriesCost(samples, plan.HashCost(d.hash.Name)*float64(max(d.length/16, 1)), callBytes/d.length+1)
}

const (
	samples   = 5
	keySeed   = 1
	callBytes = 16 << 10 // keys of one call: they stay in the first-level cache
	poolBytes = 1 << 20  // keys of all calls: no branch predictor learns them
	mostKeys  = 1 << 13
)

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
	h, err := d.hash.New(0)
	if err != nil {
		return nil, err
	}
	kernel, err := newKernel(d, h)
	if err != nil {
		return nil, err
	}
	timing, err := t.Time(kernel, samples)
	if err != nil {
		return nil, err
	}
	taken++
	return record.HashingPoint{
		Hash: d.hash.Name, KeyBytes: d.length, Form: d.form, Block: key.Seed, Order: taken, Batch: timing.Batch,
		NsPerKey: record.Float(timing.Median()), NsMin: record.Float(timing.Least()),
		Attempts: timing.Attempts, Discarded: plan.SampleList(timing.Discarded), ControlNs: record.Float(timing.Control),
		Disturbed: timing.Disturbed, SampleList: plan.SampleList(timing.Samples),
	}, nil
}

// newKernel returns a loop over a pool of random keys, a call's worth at a time.
func newKernel(d design, h hash.Hash) (measure.Kernel, error) {
	pool := min(max(poolBytes/d.length, 4), mostKeys)
	if d.length == 1 {
		pool = 256
	}
	call := min(max(callBytes/d.length, 1), pool)
	pool -= pool % call
	s, err := keys.Fixed(d.length, keySeed, uint64(pool))
	if err != nil {
		return measure.Kernel{}, err
	}
	all := keys.All(s)
	dst, at := make([]uint64, call), 0
	next := func() int {
		from := at
		at = (at + call) % pool
		return from
	}
	switch d.form {
	case formString:
		texts := make([]string, pool)
		for i, k := range all {
			texts[i] = string(k)
		}
		return measure.Kernel{Keys: call, Run: func() uint64 {
			from := next()
			h.SumStrings(dst, texts[from:from+call])
			return fold(dst)
		}}, nil
	case formUint64:
		return measure.Kernel{Keys: call, Run: func() uint64 {
			sum := uint64(0)
			for i := range uint64(call) {
				sum ^= h.Uint64(i * 0x9e3779b97f4a7c15)
			}
			return sum
		}}, nil
	}
	return measure.Kernel{Keys: call, Run: func() uint64 {
		from := next()
		h.Sum(dst, all[from:from+call])
		return fold(dst)
	}}, nil
}

func fold(hs []uint64) (sum uint64) {
	for _, h := range hs {
		sum ^= h
	}
	return sum
}
