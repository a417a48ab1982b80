package fuse

import "hashlab/impl/filter"

// A filter is far where it is larger than the caches that a core has to itself. Its bulk look-ups then ask for the
// cells of askedKeys keys before they read them: as many lines as half of the nearest cache has. Within those caches
// that costs more than it saves. Asking in the second-level cache instead of the first took 1.06 to 1.13 times as long at n = 1e7,
// and 0.93 to 1.01 times at 3e7. Tried: the same for FourWise and Xor, which took 1.0 to 1.3 times as long at n = 1e7.
// Their plain loops have no branch to guess either, and as many reads under way as the processor can have.
const (
	farBytes  = 1 << 21
	askedKeys = 128
)

func isFar(p filter.Params) bool { return p.M/8 > farBytes }
