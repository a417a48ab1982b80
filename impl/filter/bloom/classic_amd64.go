//go:build !purego

package bloom

// fetchProbes asks for the words of the given number of probes of each of states: place(state, m) after each
// multiplication of state by the multiplier.
func fetchProbes(words bitset, m uint64, states []uint64, probes int) {
	if vector.Load() {
		askProbes(words, m, states, probes)
	}
}

//go:noescape
func askProbes(words bitset, m uint64, states []uint64, probes int)
