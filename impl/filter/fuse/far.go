package fuse

import "hashlab/impl/filter"

// A filter is far where it is larger than the caches that a core has to itself. Its bulk look-ups then ask for the
// cells of askedKeys keys before they read them: as many lines as half of the nearest cache has. Within those caches
// that costs more than it saves.
const (
	farBytes  = 1 << 21
	askedKeys = 128
)

func isFar(p filter.Params) bool { return p.M/8 > farBytes }
