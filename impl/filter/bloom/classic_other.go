//go:build !amd64 || purego

package bloom

// fetchProbes does nothing: Go has no way to ask for memory without waiting for it.
func fetchProbes(bitset, uint64, []uint64, int) {}

// probe is probeInTurn.
func (f *Classic) probe(states []uint64, probes int) sweep { return f.probeInTurn(states, probes) }
