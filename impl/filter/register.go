package filter

import (
	"fmt"
	"io"

	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// An Entry is one registered filter. Exactly one of New, Build and NewKeyed is set.
type Entry struct {
	registry.Meta
	Theory      string // name of the theory that gives its exact fpr; "" where none holds
	BuiltinHash string // set where the hash function is part of the code and cannot be replaced; names it
	Concurrent  bool   // any number of goroutines may add and look up at the same time, and no add is lost

	// New makes an empty filter on hashes.
	New func(Spec) (Mutable, error)
	// Build makes a static filter from all its hashes at once; repeated ones are sorted out.
	Build func(Spec, []uint64) (Filter, error)
	// Restore reads the payload of a Storable filter with these parameters, and not a byte more; nil where the
	// filter cannot be stored. Parameters that the filter cannot have are an error that wraps ErrFormat.
	Restore func(Params, io.Reader) (Filter, error)
	// NewKeyed makes an empty filter that owns its hashing. h takes the place of its own hash function;
	// nil leaves that, and is the only choice where BuiltinHash is set.
	NewKeyed func(spec Spec, h hash.Hash) (MutableKeyFilter, error)
	// RestoreKeyed is Restore for what NewKeyed makes, where that is StorableKeys; h is the hash function that
	// it was made with.
	RestoreKeyed func(p Params, r io.Reader, h hash.Hash) (KeyFilter, error)
}

// Keyed returns an empty filter on keys that hashes with h, or with its own function where h is nil.
// Errors are those of the constructor, and one where e is static or its hash function cannot be replaced.
func (e Entry) Keyed(spec Spec, h hash.Hash) (MutableKeyFilter, error) {
	switch {
	case e.BuiltinHash != "" && h != nil:
		return nil, fmt.Errorf("filter %s: its hash %s cannot be replaced by %s", e.Name, e.BuiltinHash, h.Info().Name)
	case e.NewKeyed != nil:
		return e.NewKeyed(spec, h)
	case h == nil:
		return nil, fmt.Errorf("filter %s works on hashes: it needs a hash function", e.Name)
	case e.New == nil:
		return nil, fmt.Errorf("filter %s is static: it is built from all its keys at once", e.Name)
	}
	f, err := e.New(spec)
	if err != nil {
		return nil, err
	}
	return join(f, h, e.Name).(MutableKeyFilter), nil
}

var entries = registry.New[Entry]("filter")

// Register adds a filter. An entry without exactly one constructor is a broken program and panics.
func Register(e Entry) {
	set := 0
	for _, given := range []bool{e.New != nil, e.Build != nil, e.NewKeyed != nil} {
		if given {
			set++
		}
	}
	if set != 1 {
		panic(fmt.Sprintf("filter: Register: %s sets %d constructors, not one", e.Name, set))
	}
	entries.Add(e)
}

// All returns the registered filters, sorted by name.
func All() []Entry { return entries.All() }

// Names returns the names of the registered filters, sorted.
func Names() []string { return entries.Names() }

// Find returns the filter called name, or an error that names what comes nearest.
func Find(name string) (Entry, error) { return entries.Find(name) }

// File returns the path of the source file that registered name, as the compiler recorded it.
func File(name string) string { return entries.File(name) }
