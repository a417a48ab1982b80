//go:build !purego

package bloom

// fetchProbes asks for the words of the given number of probes of each of states: place(state, m) after each
// multiplication of state by the multiplier. They are asked for in the cache that far.go names for the distance.
func fetchProbes(words bitset, m uint64, states []uint64, probes int, away distance) {
	if vector.Load() {
		askProbes(words, m, states, probes, away)
	}
}

// canAsk reports whether memory can be asked for ahead.
func canAsk() bool { return vector.Load() }

// probe returns for which of at most sweepKeys states all probes from number first up to number end find their place set.
// Where it asks ahead, it does so for aheadKeys states, in the cache that far.go names. In Classic the second-level cache
// instead of the first took as long at n = 1e7, 0.98 times as long at 3e7 and 0.81 to 0.84 times at 1e8.
//
// Tried: AVX-512, with the probes of a key in the lanes of a vector and a gather for their words. In Classic with n = 3e7
// and k = 7 the gather alone took 1.45 times as long as this, and with words asked for ahead of it 1.18 times.
func (r *remix) probe(states []uint64, first, end int) (found sweep) {
	if !r.ahead {
		return r.probeInTurn(states, first, end)
	}
	var ring [ringProbes]uint64
	probes := end - first
	keys := min(aheadKeys, ringProbes/probes)
	probeAhead(&found, r, states, uint64(first)*r.step, probes, ring[:keys*probes])
	return found
}

//go:noescape
func askProbes(words bitset, m uint64, states []uint64, probes int, away distance)

// probeAhead sets the bits of found as probe does, and leaves the other bits of those words clear. start is the
// number of the first probe times the step; ring holds the places of the probes that were asked for and not yet made: a
// multiple of probes, above 0.
//
//go:noescape
func probeAhead(found *sweep, r *remix, states []uint64, start uint64, probes int, ring []uint64)
