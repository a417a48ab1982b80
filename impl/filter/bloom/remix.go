package bloom

// A remix looks many keys up in a filter that derives its probes as Classic does: each multiplies the state, at first the
// hash, by the multiplier, and lies at place(state, m), beyond where those of the probe before it may lie by step.
//
// The other derivations (Double, Enhanced, Triple, Modulo, Pow2) keep a plain loop. Tried at n = 1e7, half of the keys
// present: in Double and Modulo, working out the places of 64 keys first and probing without branches took 0.9 and 1.1
// times as long; in all of them, asking for the first two words of 64 keys ahead took 1.0 to 1.3 times. The processor
// guesses on into later keys, and so has reads under way in the loop too.
type remix struct {
	words []uint64
	m     uint64 // places that a probe can have
	step  uint64 // m where each probe has places of its own, else 0
	shift uint64 // a place has 1<<shift bits, and is set where one of them is; above 0 only where ahead is set
	k     int
	away  distance
	ahead bool // look-ups are made in assembly, which asks for probes before it makes them
}

// containsAll sets dst[i] to whether hs[i] is present.
func (r *remix) containsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	head := r.head(false)
	for len(hs) > 0 {
		n := min(sweepKeys, len(hs))
		left := r.look(hs[:n], head)
		left.mark(dst[:n])
		head = r.head(left.len() > manyKeys)
		dst, hs = dst[n:], hs[n:]
	}
}

// count returns how many of hs are present.
func (r *remix) count(hs []uint64) int {
	count := 0
	head := r.head(false)
	for len(hs) > 0 {
		n := min(sweepKeys, len(hs))
		left := r.look(hs[:n], head)
		present := left.len()
		count += present
		head = r.head(present > manyKeys)
		hs = hs[n:]
	}
	return count
}

// head returns how many probes a sweep makes of every key: all where many keys were present in the one before.
func (r *remix) head(many bool) int {
	if many {
		return r.k
	}
	return min(r.k, headProbes)
}

// look returns which of at most sweepKeys hashes are present. It makes head probes of each, and then the others of those
// that are left.
func (r *remix) look(hs []uint64, head int) sweep {
	left := r.probe(hs, 0, head)
	if head == r.k {
		return left
	}
	var at [sweepKeys]uint8
	var states [sweepKeys]uint64
	n := left.list(&at)
	for j, i := range at[:n] {
		states[j] = hs[i]
		for range head {
			states[j] *= multiplier
		}
	}
	found := r.probe(states[:n], head, r.k)
	for j, i := range at[:n] {
		if !found.has(j) {
			left.drop(i)
		}
	}
	return left
}

// probeInTurn is probe for places of a bit, in Go.
func (r *remix) probeInTurn(states []uint64, first, end int) (found sweep) {
	words, m, step, from, probes := r.words, r.m, r.step, uint64(first)*r.step, end-first
	for i, state := range states {
		hit, start := uint64(1), from
		for range probes {
			state *= multiplier
			at := place(state, m) + start
			hit &= words[at>>6] >> (at & 63)
			start += step
		}
		found[i/64] |= hit << (i & 63)
	}
	return found
}
