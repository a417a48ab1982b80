package plan

import (
	"context"
	"fmt"

	"hashlab/experiments/internal/keys"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// BuildFilter makes the filter and adds the keys of the stream, some at a time; a static one is built from
// all hashes at once. h is nil for a filter that owns its hashing. A refused key is an error.
func BuildFilter(ctx context.Context, e filter.Entry, spec filter.Spec, h hash.Hash, in keys.Stream) (filter.KeyFilter, error) {
	if e.Build != nil {
		hs, err := Hashes(ctx, in, h)
		if err != nil {
			return nil, err
		}
		f, err := e.Build(spec, hs)
		if err != nil {
			return nil, err
		}
		return filter.Join(f, h), nil
	}
	f, err := e.Keyed(spec, h)
	if err != nil {
		return nil, err
	}
	return f, keys.Each(ctx, in, func(from uint64, keys [][]byte) error {
		if added := f.AddAll(keys); added < len(keys) {
			return fmt.Errorf("filter %s is full after %d of %d keys", e.Name, from+uint64(added), in.Len())
		}
		return nil
	})
}

// Hashes returns the hashes of a stream, in order.
func Hashes(ctx context.Context, s keys.Stream, h hash.Hash) ([]uint64, error) {
	hs := make([]uint64, s.Len())
	return hs, keys.Each(ctx, s, func(from uint64, keys [][]byte) error {
		h.Sum(hs[from:], keys)
		return nil
	})
}
