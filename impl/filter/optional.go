package filter

import (
	"errors"
	"fmt"

	"hashlab/impl/hash"
)

// The operations that a filter offers by having them. On keys, the functions Union, Cardinality, Copy and
// Clear pass them on.

// Unioner is a filter that takes in all that another of its shape holds.
type Unioner interface {
	// Union adds what other holds. Where they differ in kind or parameters the error wraps ErrMismatch, names
	// what differs with both values, and nothing is changed. The number of keys that they were designed for
	// may differ.
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

// KeyUnioner and KeyCopier are Unioner and Copier for a KeyFilter that owns its hashing; it is an Estimator
// and a Clearer as it stands.
type (
	KeyUnioner interface{ Union(other KeyFilter) error }
	KeyCopier  interface{ Copy() KeyFilter }
)

// ErrMismatch is wrapped by errors about filters that cannot be combined.
var ErrMismatch = errors.New("filters do not match")

// ErrSaturated is returned by Cardinality for a filter that is too full for an estimate.
var ErrSaturated = errors.New("the filter is too full for an estimate")

// Match returns an error that wraps ErrMismatch and names the first parameter in which p and q differ with both
// values, or nil. N does not count: it says what a filter was meant for, not what it is.
func Match(p, q Params) error {
	for _, c := range []struct {
		name string
		a, b any
	}{
		{"m", p.M, q.M}, {"k", p.K, q.K}, {"bits of a block", p.BlockBits, q.BlockBits},
		{"bits of a lane", p.LaneBits, q.LaneBits}, {"bits of a counter", p.CounterBits, q.CounterBits},
		{"bits of a fingerprint", p.FingerprintBits, q.FingerprintBits}, {"slots of a bucket", p.BucketSlots, q.BucketSlots},
		{"target fpr", p.FPR, q.FPR},
	} {
		if c.a != c.b {
			return fmt.Errorf("%w: %s = %v and %v", ErrMismatch, c.name, c.a, c.b)
		}
	}
	return nil
}

// MatchHashes returns an error that wraps ErrMismatch where a and b are not the same function by name and seed.
// A secret seed is not named.
func MatchHashes(a, b hash.Hash) error {
	switch ai, bi := a.Info(), b.Info(); {
	case ai.Name != bi.Name:
		return fmt.Errorf("%w: hash = %s and %s", ErrMismatch, ai.Name, bi.Name)
	case a.Seed() == b.Seed():
		return nil
	case ai.Keyed:
		return fmt.Errorf("%w: the secret seeds of hash %s differ", ErrMismatch, ai.Name)
	default:
		return fmt.Errorf("%w: seed = %d and %d of hash %s", ErrMismatch, a.Seed(), b.Seed(), ai.Name)
	}
}

// Union adds what other holds to f. Both must have the same filter, parameters, hash function and seed: the
// error wraps ErrMismatch otherwise and names what differs. It wraps errors.ErrUnsupported where f has no union.
func Union(f, other KeyFilter) error {
	if u, ok := f.(KeyUnioner); ok {
		return u.Union(other)
	}
	a, b := joint(f), joint(other)
	if a == nil {
		return unsupported("union", f)
	}
	u, ok := a.filter.(Unioner)
	if !ok {
		return unsupported("union", a.filter)
	}
	if b == nil {
		return fmt.Errorf("%w: %T and %T", ErrMismatch, a.filter, other)
	}
	if a.name != b.name && a.name != "" && b.name != "" {
		return fmt.Errorf("%w: filter = %s and %s", ErrMismatch, a.name, b.name)
	}
	if err := MatchHashes(a.hash, b.hash); err != nil {
		return err
	}
	return u.Union(b.filter)
}

// Cardinality estimates how many distinct keys f holds. The error is ErrSaturated where it is too full, and
// wraps errors.ErrUnsupported where f does not estimate.
func Cardinality(f KeyFilter) (n float64, err error) {
	e, ok := inner(f).(Estimator)
	if !ok {
		return 0, unsupported("estimate", inner(f))
	}
	if n, ok = e.Cardinality(); !ok {
		return 0, ErrSaturated
	}
	return n, nil
}

// Copy returns an independent filter that holds what f holds, with the same hash function. The error wraps
// errors.ErrUnsupported where f cannot be copied.
func Copy(f KeyFilter) (KeyFilter, error) {
	if c, ok := f.(KeyCopier); ok {
		return c.Copy(), nil
	}
	j := joint(f)
	if j == nil {
		return nil, unsupported("copy", f)
	}
	c, ok := j.filter.(Copier)
	if !ok {
		return nil, unsupported("copy", j.filter)
	}
	return join(c.Copy(), j.hash, j.name), nil
}

// Clear empties f. The error wraps errors.ErrUnsupported where it cannot be emptied.
func Clear(f KeyFilter) error {
	c, ok := inner(f).(Clearer)
	if !ok {
		return unsupported("clear", inner(f))
	}
	c.Clear()
	return nil
}

// inner returns the filter that is joined in f, or f where it owns its hashing.
func inner(f KeyFilter) any {
	if j := joint(f); j != nil {
		return j.filter
	}
	return f
}

func unsupported(operation string, f any) error {
	return fmt.Errorf("%T has no %s: %w", f, operation, errors.ErrUnsupported)
}
