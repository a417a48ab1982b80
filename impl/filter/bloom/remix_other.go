//go:build !amd64 || purego

package bloom

// fetchProbes does nothing: Go has no way to ask for memory without waiting for it.
func fetchProbes(bitset, uint64, []uint64, int, distance) {}

// canAsk reports whether memory can be asked for ahead.
func canAsk() bool { return false }

// probe is probeInTurn.
func (r *remix) probe(states []uint64, first, end int) sweep {
	return r.probeInTurn(states, first, end)
}
