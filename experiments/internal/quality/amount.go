package quality

import "hashlab/experiments/internal/keys"

// An amount is what a size stands for.
type amount struct {
	flipped   int                 // random keys of each length whose bits are flipped
	n         uint64              // keys added to a Bloom filter; three times as many are hashed
	classes   func() []keys.Class // of buckets, collisions and bloom-fpr
	rings     []ring
	kClasses  []string // of the tests with k functions
	kAdded    uint64   // keys added there
	kAbsent   uint64   // keys asked for there
	attacked  int      // keys of an attack set, at most
	perAttack int      // hashes of an attack set, over all seeds
}

// quickClasses are classes under which each of the known bad functions fails the tests that it must fail:
// text and binary counters, the change at either end and before a suffix, and a repeated block.
var quickClasses = []string{"be8", "dec", "rep4", "url", "user-profile", "vnode-label"}

// classSeeds are seeds of classes in which a fault of a known bad function hangs on where the counter starts: the
// collisions of the 32-bit FNV-1a. Other classes take seed 0.
var classSeeds = map[string]uint64{"rep4": 1, "vnode-label": 2}

var amounts = map[Size]amount{
	Quick: {
		flipped: 1024, n: 1 << 17, classes: func() []keys.Class { return named(quickClasses) },
		rings: []ring{{64, 160}}, kClasses: []string{"be8", "dec"}, kAdded: 1 << 16, kAbsent: 1 << 17,
		attacked: 64, perAttack: 1 << 15,
	},
	Full: {
		flipped: 4096, n: 1 << 17, classes: keys.Classes,
		rings:    []ring{{64, 160}, {10, 100}, {500, 40}},
		kClasses: []string{"be8", "dec", "le8", "random8", "user-profile"}, kAdded: 1 << 16, kAbsent: 1 << 18,
		attacked: 256, perAttack: 1 << 19,
	},
}

// named returns the classes of these names. They are registered by the package itself, so that a missing one
// is a broken program, which the tests find.
func named(names []string) []keys.Class {
	var classes []keys.Class
	for _, name := range names {
		if c, err := keys.Find(name); err == nil {
			classes = append(classes, c)
		}
	}
	return classes
}
