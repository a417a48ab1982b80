//go:build !purego

package bloom

// fetchProbes asks for the words of the given number of probes of each of states: place(state, m) after each
// multiplication of state by the multiplier.
func fetchProbes(words bitset, m uint64, states []uint64, probes int) {
	if vector.Load() {
		askProbes(words, m, states, probes)
	}
}

// probe returns for which of at most sweepKeys states the bits of all the next probes are set. Where the filter is far,
// it asks for the words of aheadKeys states before it reads them.
//
// Tried: AVX-512, with the probes of a key in the lanes of a vector and a gather for their words. With n = 3e7 and k = 7
// the gather alone took 1.45 times as long as this, and with words asked for ahead of it 1.18 times.
func (f *Classic) probe(states []uint64, probes int) (found sweep) {
	if !f.far || !vector.Load() {
		return f.probeInTurn(states, probes)
	}
	var ring [ringProbes]uint64
	ahead := min(aheadKeys, ringProbes/probes)
	probeAhead(&found, f.words, f.m, states, probes, ring[:ahead*probes])
	return found
}

//go:noescape
func askProbes(words bitset, m uint64, states []uint64, probes int)

// probeAhead sets the bits of found as probeInTurn does, and leaves the other bits of those words clear. ring holds the
// places of the probes that were asked for and not yet made: a multiple of probes, above 0.
//
//go:noescape
func probeAhead(found *sweep, words bitset, m uint64, states []uint64, probes int, ring []uint64)
