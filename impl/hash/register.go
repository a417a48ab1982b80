package hash

import (
	"fmt"

	"hashlab/impl/registry"
)

// An Entry is one registered hash function.
type Entry struct {
	Info
	// New returns the member of the family that seed picks; 0 is the published function. A seed that the
	// family cannot take is an error.
	New func(seed uint64) (Hash, error)
	// Narrow, set for a wrapped 32-bit function only, returns the function before it is widened: its
	// values lie below 2^32.
	Narrow func(seed uint64) (Hash, error)
}

// Direct returns the function with seed 0 as its library has it, before any wrapper widens it, and the loops over
// the library's own function; ok is false where the function is our own code, or where it cannot be made.
func (e Entry) Direct() (own Hash, loops Direct, ok bool) {
	create := e.New
	if e.Narrow != nil {
		create = e.Narrow
	}
	own, err := create(0)
	if err != nil {
		return nil, nil, false
	}
	loops, ok = own.(Direct)
	return own, loops, ok
}

var entries = registry.New[Entry]("hash")

// Register adds a function of 64 bits.
func Register(info Info, new func(seed uint64) (Hash, error)) {
	entries.Add(Entry{Info: info, New: checkSeed(info, new)})
}

// Register32 adds a function of 32 bits under its two wrapped names. narrow returns its value in the low
// half; info.Name is the function's own name. left and mixed are the pinned answers of the two.
func Register32(info Info, narrow func(seed uint64) (Hash, error), left, mixed uint64) {
	narrow = checkSeed(info, narrow)
	for _, w := range []struct {
		wrapper
		pinned uint64
	}{{leftWrapper, left}, {mixedWrapper, mixed}} {
		wide := info
		wide.Name += "-" + w.suffix
		wide.Doc += "; " + w.doc
		wide.Pinned = w.pinned
		widen := w.widen
		entries.Add(Entry{Info: wide, Narrow: narrow, New: func(seed uint64) (Hash, error) {
			h, err := narrow(seed)
			if err != nil {
				return nil, err
			}
			return widen(h, &wide), nil
		}})
	}
}

// checkSeed returns new behind a check of the seed against what info says the family takes.
func checkSeed(info Info, new func(uint64) (Hash, error)) func(uint64) (Hash, error) {
	return func(seed uint64) (Hash, error) {
		switch {
		case seed == 0:
		case info.Seeds == NoSeed, info.Seeds == SeedPerProcess:
			return nil, fmt.Errorf("hash %s takes no seed, got %d: use 0", info.Name, seed)
		case info.Seeds == Seed32 && seed > 1<<32-1:
			return nil, fmt.Errorf("hash %s takes seeds up to 2^32-1, got %d", info.Name, seed)
		}
		return new(seed)
	}
}

// All returns the registered functions, sorted by name.
func All() []Entry { return entries.All() }

// Names returns the names of the registered functions, sorted.
func Names() []string { return entries.Names() }

// Find returns the function called name, or an error that names what comes nearest.
func Find(name string) (Entry, error) { return entries.Find(name) }

// File returns the path of the source file that registered name, as the compiler recorded it.
func File(name string) string { return entries.File(name) }
