package hashing

import "hashlab/experiments/internal/plan"

// coldShare is the seconds that a series of cold keys adds: its list of keys, and its share of filling the memory,
// which a process does once.
const coldShare = 5e-3

// cost predicts the seconds of one series in one block.
func cost(_ plan.Scope, f plan.Factors) float64 {
	d, err := read(f)
	if err != nil {
		return 0
	}
	one := plan.HashCost(d.hash.Name) + plan.HashByteCost(d.hash.Name)*float64(d.length)
	seconds := plan.SeriesCost(samples, one, callBytes/d.length+1)
	if d.loop == loopCold {
		seconds += coldShare
	}
	return seconds
}
