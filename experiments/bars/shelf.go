package bars

import (
	"context"
	"fmt"
)

// A Shelf keeps what the sides of a contest share, such as filled filters and pools of queries, until the
// contest ends.
type Shelf struct {
	ctx    context.Context
	shrink uint64
	held   map[string]any
}

func newShelf(ctx context.Context, shrink uint64) *Shelf {
	return &Shelf{ctx, max(shrink, 1), map[string]any{}}
}

// Context ends what takes long to set up.
func (s *Shelf) Context() context.Context { return s.ctx }

// leastKeys is below what no number of keys is shrunk.
const leastKeys = 2000

// size returns a number of keys as the run wants it: n itself, or a part of it.
func (s *Shelf) size(n uint64) uint64 {
	if n <= leastKeys {
		return n
	}
	return max(n/s.shrink, leastKeys)
}

// mostShrunk is how many nodes there are at most where numbers are shrunk.
const mostShrunk = 40

// nodes returns a number of nodes as the run wants it.
func (s *Shelf) nodes(n int) int {
	if s.shrink > 1 {
		return min(n, mostShrunk)
	}
	return n
}

// keep returns what stands on the shelf under a name, or makes it. One name stands for one type.
func keep[V any](s *Shelf, name string, make func() (V, error)) (V, error) {
	if v, ok := s.held[name]; ok {
		return v.(V), nil
	}
	v, err := make()
	if err != nil {
		return v, fmt.Errorf("%s: %w", name, err)
	}
	s.held[name] = v
	return v, nil
}
