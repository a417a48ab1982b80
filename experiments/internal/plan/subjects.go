package plan

import (
	"fmt"
	"slices"

	"hashlab/experiments/internal/keys"
	"hashlab/impl/consistent"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// The base of the grid: what every arm varies one or two factors of.
const (
	BaseFilter  = "bloom-classic"
	BaseHash    = "xxh3"
	BaseClass   = "random8"
	BaseLocator = "ring-vnodes"
	BaseN       = 100_000
	BaseNodes   = 100
	BaseVnodes  = 160
)

// BaseFilters are the two filters that arms about keys and sizes compare.
func BaseFilters() []string { return []string{BaseFilter, "bloom-split-256"} }

// GoodHashes are the functions whose results must agree with theory, whatever the keys.
func GoodHashes() []string {
	return []string{"xxh3", "xxh64", "murmur3-64", "farm64", "farm-fp64", "siphash24", "md5", "sha1", "sha256"}
}

// IsGoodHash reports whether name is one of GoodHashes.
func IsGoodHash(name string) bool { return slices.Contains(GoodHashes(), name) }

// StableHashes returns the names of the registered functions that give the same value in every process, those left out
// that are there to be timed alone.
func StableHashes() []string {
	var names []string
	for _, e := range hash.All() {
		if e.Stable && !e.Floor {
			names = append(names, e.Name)
		}
	}
	return names
}

// Measurables returns the registered filters that are no controls.
func Measurables() []filter.Entry {
	return slices.DeleteFunc(filter.All(), func(e filter.Entry) bool { return len(e.Traits.Fails) > 0 })
}

// Locatables returns the registered locators that are no controls.
func Locatables() []consistent.Entry {
	return slices.DeleteFunc(consistent.All(), func(e consistent.Entry) bool { return len(e.Traits.Fails) > 0 })
}

// FilterHash returns the hash level that a filter takes in the base: "" where it owns its hashing.
func FilterHash(e filter.Entry) string {
	if e.NewKeyed != nil {
		return ""
	}
	return BaseHash
}

// LocatorHash returns the hash level that a locator takes in the base: "" where it owns its hashing.
func LocatorHash(e consistent.Entry) string {
	if e.NewKeyed != nil {
		return ""
	}
	return BaseHash
}

// OpenHash returns the published member of the function called name, or nil where name is "".
func OpenHash(name string) (hash.Hash, error) {
	if name == "" {
		return nil, nil
	}
	e, err := hash.Find(name)
	if err != nil {
		return nil, err
	}
	return e.New(0)
}

// HashColumn returns what a result's hash column says: the name of a registered function, or in brackets
// the one that is part of the implementation's code.
func HashColumn(name, builtin string) string {
	switch {
	case name != "":
		return name
	case builtin != "":
		return "(" + builtin + ")"
	}
	return "(own)"
}

// CheckFilter returns an error where the filter cannot be joined with the hash.
func CheckFilter(filterName, hashName string) (filter.Entry, error) {
	e, err := filter.Find(filterName)
	if err != nil {
		return e, err
	}
	if hashName == "" {
		if e.NewKeyed == nil {
			return e, fmt.Errorf("filter %s works on hashes: name a hash", e.Name)
		}
		return e, nil
	}
	if _, err := hash.Find(hashName); err != nil {
		return e, err
	}
	if e.BuiltinHash != "" {
		return e, fmt.Errorf("filter %s: its hash %s cannot be replaced by %s", e.Name, e.BuiltinHash, hashName)
	}
	return e, nil
}

// CheckLocator returns an error where the locator cannot be joined with the hash.
func CheckLocator(locatorName, hashName string) (consistent.Entry, error) {
	e, err := consistent.Find(locatorName)
	if err != nil {
		return e, err
	}
	if hashName == "" {
		if e.NewKeyed == nil {
			return e, fmt.Errorf("locator %s works on hashes: name a hash", e.Name)
		}
		return e, nil
	}
	if _, err := hash.Find(hashName); err != nil {
		return e, err
	}
	if e.BuiltinHash != "" {
		return e, fmt.Errorf("locator %s: its hash %s cannot be replaced by %s", e.Name, e.BuiltinHash, hashName)
	}
	return e, nil
}

// IsRandomHash reports whether the registered function called name differs from process to process.
func IsRandomHash(name string) bool {
	e, err := hash.Find(name)
	return err == nil && !e.Stable
}

// Nodes returns count nodes of weight 1 whose ids seed picks.
func Nodes(count int, seed uint64) []consistent.Node {
	nodes := make([]consistent.Node, count)
	for i, id := range keys.Nodes(count, seed) {
		nodes[i] = consistent.Node{ID: id, Weight: 1}
	}
	return nodes
}
