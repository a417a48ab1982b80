package hashing

import (
	"math"

	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
)

// apart takes the twins out of the cells, each of which follows its series, and returns what comparing them gives.
func apart(cells [][]record.HashingPoint) (series [][]record.HashingPoint, noise []record.HashingNoiseRow) {
	for i, cell := range cells {
		if !cell[0].Twin {
			series = append(series, cell)
			continue
		}
		if i > 0 {
			noise = append(noise, noiseOf(cells[i-1], cell)...)
		}
	}
	return series, noise
}

// noiseOf compares a series with its twin, block by block; nothing where the series was not timed, or in one block alone.
func noiseOf(series, twin []record.HashingPoint) []record.HashingNoiseRow {
	first := twin[0]
	ns := map[uint64]float64{}
	for _, p := range series {
		if p.Hash == first.Hash && loopOf(p) == loopOf(first) && p.Form == first.Form && p.KeyBytes == first.KeyBytes && !p.Twin {
			ns[p.Block] = float64(p.NsPerKey)
		}
	}
	var logs []float64
	for _, p := range twin {
		if once, ok := ns[p.Block]; ok {
			logs = append(logs, math.Log(float64(p.NsPerKey)/once))
		}
	}
	ratio, i, ok := stats.RatioInterval(logs, 0.95)
	if !ok {
		return nil
	}
	return []record.HashingNoiseRow{{
		Hash: first.Hash, Loop: loopOf(first), Form: first.Form, KeyBytes: first.KeyBytes, Blocks: len(logs),
		Ratio: record.Float(ratio), Low: record.Float(i.Low), High: record.Float(i.High),
	}}
}
