package filter

import "errors"

// The operations that a filter offers by having them. On keys, Join's result passes them on and checks that
// hash function and seed agree.

// Unioner is a filter that takes in all that another of its shape holds.
type Unioner interface {
	// Union adds what other holds. Where they differ in kind or parameters the error wraps ErrMismatch, names
	// what differs with both values, and nothing is changed.
	Union(other Filter) error
}

// Estimator is a filter that estimates how many distinct keys it holds.
type Estimator interface {
	// Cardinality returns the estimate; ok is false where the filter is too full for one.
	Cardinality() (n float64, ok bool)
}

// Copier is a filter that can be copied.
type Copier interface {
	// Copy returns an independent filter that holds the same.
	Copy() Filter
}

// Clearer is a filter that can be emptied in place.
type Clearer interface{ Clear() }

// ErrMismatch is wrapped by errors about filters that cannot be combined.
var ErrMismatch = errors.New("filters do not match")
