package theory

import "math"

// Tables whose M entries are dealt evenly: of N nodes, M mod N have ceil(M/N) entries and the others floor(M/N). So
// shares are known exactly, and the same for every set of nodes.
//
// Of what a change moves in a Maglev table no law is known, hence none is registered: how many entries change between nodes
// that stay hangs on who wins the last free entries. The tests of the table hold it to simulated figures.
func init() {
	for name, m := range map[string]int{"maglev": maglevEntries, "slots": hashSlots} {
		shareTheories[name] = shareTheory{
			cv:     func(nodes, _ int, keys uint64) float64 { return cvOfKeys(dealtCV(m, nodes), nodes, keys) },
			peak:   func(nodes, _ int, keys uint64) float64 { return classPeak(dealt(m, nodes), keys) },
			trough: func(nodes, _ int) float64 { return dealt(m, nodes)[0].relative },
		}
	}
	moveTheories["slots"], movedSDs["slots"] = slotsMoves, slotsMovedSD
}

// The sizes of the tables that are registered: Maglev's smaller one (Eisenbud et al., NSDI 2016, section 5.3) and the
// slots of a Redis Cluster.
const (
	maglevEntries = 65537
	hashSlots     = 16384
)

// dealt returns the classes of N nodes that share m entries.
func dealt(m, nodes int) []shareClass {
	mean := float64(m) / float64(nodes)
	more := m % nodes
	return []shareClass{
		{nodes: nodes - more, relative: math.Floor(mean) / mean},
		{nodes: more, relative: math.Ceil(mean) / mean},
	}
}

// dealtCV is sqrt(r (N-r)) / M with r = M mod N.
func dealtCV(m, nodes int) float64 {
	r := float64(m % nodes)
	return math.Sqrt(r*(float64(nodes)-r)) / float64(m)
}

// slotsMoves is floor(S/N) of the S slots for the N-th node that comes. Otherwise it is the mean share, off by 1/S for
// each of several nodes that come at most.
func slotsMoves(c Change) (moved, unnecessary float64, err error) {
	if c.After == c.Before+1 {
		return math.Floor(hashSlots/float64(c.After)) / hashSlots, 0, nil
	}
	return leastMoves(c)
}

// slotsMovedSD is that of which node leaves: some have a slot more than others.
func slotsMovedSD(before, after int) float64 {
	if after > before {
		return 0
	}
	return dealtCV(hashSlots, before) / float64(before)
}
