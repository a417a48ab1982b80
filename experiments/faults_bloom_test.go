package main

import (
	"math/bits"
	"testing"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// probing returns the place of probe i of a key with hash h in a filter of m bits.
type probing func(h uint64, i int, m uint64) uint64

// scale takes a hash to 0 … n-1 by its high bits.
func scale(h, n uint64) uint64 {
	high, _ := bits.Mul64(h, n)
	return high
}

const golden = 0x9e3779b97f4a7c15

// anywhere probes all over the filter, each probe by bits of its own.
func anywhere(h uint64, i int, m uint64) uint64 { return scale(hash.Fmix64(h+uint64(i+1)*golden), m) }

const blockBits = 512

// inBlock probes in the block that the hash picks, by bits that are mixed anew.
func inBlock(h uint64, i int, m uint64) uint64 {
	return scale(h, m/blockBits)*blockBits + hash.Fmix64(h+uint64(i+1)*golden)%blockBits
}

// sharedBits probes in the block that the high bits pick, by the same bits.
func sharedBits(h uint64, i int, m uint64) uint64 {
	return scale(h, m/blockBits)*blockBits + h>>(64-9-i)%blockBits
}

// oneProbeLess repeats the first probe as the last.
func oneProbeLess(h uint64, i int, m uint64) uint64 { return anywhere(h, i%(plantedK-1), m) }

// The shape of planted filters: 6 % by theory. They are fuller than is best for 7 probes, since near the best
// one probe less changes next to nothing.
const (
	plantedN = 30_000
	plantedM = 375 * blockBits
	plantedK = 7
)

// A plantedBloom is a Bloom filter of the plainest kind, for planting faults in it.
type plantedBloom struct {
	bits   []uint64
	m      uint64
	places probing
	loses  bool // it loses bit 5
}

func newPlantedBloom(m uint64, places probing, loses bool) *plantedBloom {
	return &plantedBloom{make([]uint64, (m+63)/64), m, places, loses}
}

func (f *plantedBloom) Add(h uint64) bool {
	for i := range plantedK {
		at := f.places(h, i, f.m)
		f.bits[at/64] |= 1 << (at % 64)
	}
	if f.loses {
		f.bits[0] &^= 1 << 5
	}
	return true
}

func (f *plantedBloom) AddAll(hs []uint64) int {
	for _, h := range hs {
		f.Add(h)
	}
	return len(hs)
}

func (f *plantedBloom) Contains(h uint64) bool {
	for i := range plantedK {
		if at := f.places(h, i, f.m); f.bits[at/64]>>(at%64)&1 == 0 {
			return false
		}
	}
	return true
}

func (f *plantedBloom) ContainsAll(dst []bool, hs []uint64) {
	for i, h := range hs {
		dst[i] = f.Contains(h)
	}
}

func (f *plantedBloom) Count(hs []uint64) (count int) {
	for _, h := range hs {
		if f.Contains(h) {
			count++
		}
	}
	return count
}

func (f *plantedBloom) Params() filter.Params { return filter.Params{M: f.m, K: plantedK} }
func (f *plantedBloom) Bytes() int64          { return int64(len(f.bits) * 8) }

// plantedFilter registers nowhere: it is a filter of ten bits a key, which may lose a bit.
func plantedFilter(loses bool) filter.Entry {
	e := filter.Entry{New: func(s filter.Spec) (filter.Mutable, error) {
		return newPlantedBloom(10*max(s.N, 64), anywhere, loses), nil
	}}
	e.Name = "planted"
	return e
}

// measurePlanted fills a filter that probes at places and is called by another's name, and counts its false
// positives as experiment fpr does. nil stands for the sound places of that name.
func measurePlanted(t *testing.T, name string, places probing, seed uint64) record.FPRPoint {
	t.Helper()
	const queries = 100_000
	e, err := filter.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	params := filter.Params{N: plantedN, M: plantedM, K: plantedK}
	sound := probing(anywhere)
	if name == "bloom-blocked-512" {
		params.BlockBits, sound = blockBits, inBlock
	}
	if places == nil {
		places = sound
	}
	theory, err := plan.TheoryFPR(e, params, plantedN)
	if err != nil {
		t.Fatal(err)
	}
	f := newPlantedBloom(plantedM, places, false)
	word := func(i uint64) uint64 { return hash.Fmix64(seed<<32 + i) }
	for i := range uint64(plantedN) {
		f.Add(word(i))
	}
	p := record.FPRPoint{
		Filter: name, Hash: plan.BaseHash, KeyClass: plan.BaseClass, N: plantedN, NDesign: plantedN, M: plantedM, K: plantedK, TargetFPR: 0.06, Sizing: "fpr",
		Queries: queries, FillRatio: record.Unknown, BitsPerKey: record.Float(plantedM) / plantedN,
		FPRTheory: record.Float(theory), ScatterTheory: plan.TheoryScatter(e, params, plantedN),
	}
	for i := range uint64(queries) {
		if f.Contains(word(plantedN + i)) {
			p.FalsePositives++
		}
	}
	return p
}
