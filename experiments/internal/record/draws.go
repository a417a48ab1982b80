package record

import "slices"

// shared are the factors of each experiment that do not count for what its points draw, by design: they say who is asked and
// not what. Points that differ in these alone have the same keys, node ids, requests and histories, so that comparing
// implementations is comparing pairs, with common random numbers. All else of the key counts, and so does every factor of
// an experiment that is not here. Besides:
//
//   - throughput, hashing and memory time, or weigh, the same keys in every series and block, of a seed that is fixed: they
//     draw nothing, and what they compare differs by the implementation alone.
//   - signup has tables that take seconds to make: the rows of one depend on key class, number and seed, in the stories that
//     are about time on the first seed of the run, so that all blocks ask one table.
//   - remap walks through the same numbers of nodes in all histories of a seed, so that all have one least share to move.
//   - balance leaves the points a node out too where keys are spread, and not where arcs are measured over them.
var shared = map[string][]string{
	"fpr":       {"filter", "hash"},
	"balance":   {"locator", "hash", "labels"},
	"remap":     {"locator", "hash", "vnodes"},
	"quality":   {"hash", "hash_seed", "pairs"},
	"signup":    {"filter", "hash", "twin"},
	"cachetier": {"locator", "hash", "vnodes"},
}

// Asked returns the seed of what the point draws: of its whole key, without those factors that its experiment shares by
// design, and those named besides. See Draws.
func (k Key) Asked(besides ...string) uint64 {
	return k.Draws(slices.Concat(shared[k.Experiment], besides)...)
}

// Shared returns the factors of an experiment that do not count for what its points draw.
func Shared(experiment string) []string { return slices.Clone(shared[experiment]) }
