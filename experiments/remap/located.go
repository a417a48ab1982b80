package remap

import (
	"context"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/consistent"
)

// located is a locator with keys to place.
type located interface {
	changeable
	// placeAll sets dst to the numbers of the nodes of all keys.
	placeAll(dst []int32) error
}

// locator returns the locator of the design with the keys that the seed picks.
func (d design) locator(ctx context.Context, s plan.Scope, nodes []consistent.Node, seed uint64) (located, error) {
	class, err := s.Class(d.class)
	if err != nil {
		return nil, err
	}
	in, _, err := class.Split(d.keys, 0, seed)
	if err != nil {
		return nil, err
	}
	o := d.options()
	if o.Hash, err = plan.OpenHash(d.hash); err != nil {
		return nil, err
	}
	if d.entry.New == nil {
		l, err := d.entry.Keyed(o, nodes)
		if err != nil {
			return nil, err
		}
		return onKeys{l, keys.All(in)}, nil
	}
	hs, err := plan.Hashes(ctx, in, o.Hash)
	if err != nil {
		return nil, err
	}
	l, err := d.entry.New(o, nodes)
	if err != nil {
		return nil, err
	}
	switch {
	case d.slack > 0:
		return underBound{l, d, o, hs}, nil
	case d.replicas > 1:
		return copies{l, d.replicas, hs}, nil
	}
	return onHashes{l, hs}, nil
}

// onHashes hashes keys once, however often they are placed.
type onHashes struct {
	consistent.Locator
	hs []uint64
}

func (l onHashes) placeAll(dst []int32) error {
	l.LocateAll(dst, l.hs)
	return nil
}

// onKeys is for code that owns its hashing.
type onKeys struct {
	consistent.KeyLocator
	keys [][]byte
}

func (l onKeys) placeAll(dst []int32) error {
	l.LocateAll(dst, l.keys)
	return nil
}

// copies places several copies of each key; -1 stands for one too few.
type copies struct {
	consistent.Locator
	replicas int
	hs       []uint64
}

func (l copies) placeAll(dst []int32) error {
	for i, h := range l.hs {
		of := dst[i*l.replicas : (i+1)*l.replicas]
		for n := l.LocateN(of, h); n < len(of); n++ {
			of[n] = -1
		}
	}
	return nil
}

// underBound gives all keys out anew, in their order, on nodes that bear nothing yet.
type underBound struct {
	consistent.Locator
	design design
	o      consistent.Options
	hs     []uint64
}

func (l underBound) placeAll(dst []int32) error {
	empty, err := l.design.entry.New(l.o, l.Nodes())
	if err != nil {
		return err
	}
	bearer := empty.(consistent.Bounded)
	for i, h := range l.hs {
		dst[i] = bearer.Acquire(h)
	}
	return nil
}
