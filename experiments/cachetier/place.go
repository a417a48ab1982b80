package cachetier

import (
	"context"
	"fmt"
	"slices"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/consistent"
)

// A placement says which nodes hold each key. Nodes go by their place in a list of ids that never changes:
// a locator's own numbers live until its next change only.
type placement struct {
	ids    []string
	hashed consistent.Locator    // one of these two
	keyed  consistent.KeyLocator //
	hs     []uint64              // of the keys, for hashed
	keys   keys.Stream
	owner  []int32 // by key: its node, and
	second []int32 // its second one where there are two copies, else nil
	loads  *loads  // of a locator that bounds them, else nil; owner then says where keys go without loads
}

// place returns the placement of the workload's keys on the first nodes of ids.
func place(ctx context.Context, d design, ids []consistent.Node, w workload) (*placement, error) {
	p := &placement{keys: w.keys, owner: make([]int32, w.keys.Len())}
	for _, n := range ids {
		p.ids = append(p.ids, n.ID)
	}
	if d.replicas == 2 {
		p.second = make([]int32, w.keys.Len())
	}
	h, err := plan.OpenHash(d.hash)
	if err != nil {
		return nil, err
	}
	o := consistent.Options{Hash: h}
	if d.entry.Vnodes {
		o.Vnodes = d.vnodes
	}
	if d.entry.New == nil {
		p.keyed, err = d.entry.Keyed(o, ids[:nodesBefore])
	} else if p.hs, err = plan.Hashes(ctx, w.keys, h); err == nil {
		p.hashed, err = d.entry.New(o, ids[:nodesBefore])
	}
	if err != nil {
		return nil, err
	}
	if d.entry.Bounded {
		o.Slack = slack
		l, err := d.entry.New(o, ids[:nodesBefore])
		if err != nil {
			return nil, err
		}
		b, ok := l.(boundedLocator)
		if !ok {
			return nil, fmt.Errorf("%s is entered as a locator with bounded loads and counts none", d.locator)
		}
		p.loads = newLoads(b, p.ids)
	}
	return p, p.locate(ctx)
}

// node returns the node that a request for a key goes to, at a time in ns.
func (p *placement) node(key uint32, now int64) (int32, error) {
	if p.loads == nil {
		return p.owner[key], nil
	}
	return p.loads.node(p.hs[key], now)
}

// change adds a node, removes it where the weight is 0, and places all keys anew.
func (p *placement) change(ctx context.Context, id string, weight float64) error {
	var l interface {
		Add(id string, weight float64) error
		Remove(id string) error
	} = p.keyed
	if p.hashed != nil {
		l = p.hashed
	}
	err := error(nil)
	if weight > 0 {
		err = l.Add(id, weight)
	} else {
		err = l.Remove(id)
	}
	if err == nil && p.loads != nil {
		err = p.loads.change(id, weight)
	}
	if err != nil {
		return err
	}
	return p.locate(ctx)
}

// reweigh gives a node that is there another weight.
func (p *placement) reweigh(ctx context.Context, id string, weight float64) error {
	if err := p.hashed.Remove(id); err != nil {
		return err
	}
	if p.loads != nil {
		if err := p.loads.change(id, 0); err != nil {
			return err
		}
	}
	return p.change(ctx, id, weight)
}

// locate finds the nodes of all keys.
func (p *placement) locate(ctx context.Context) error {
	if p.hashed == nil {
		slots := slots(p.ids, p.keyed.Nodes())
		return keys.Each(ctx, p.keys, func(from uint64, keys [][]byte) error {
			dst := p.owner[from : from+uint64(len(keys))]
			p.keyed.LocateAll(dst, keys)
			for i, n := range dst {
				dst[i] = slots[n]
			}
			return nil
		})
	}
	slots := slots(p.ids, p.hashed.Nodes())
	if p.second == nil {
		p.hashed.LocateAll(p.owner, p.hs)
		for i, n := range p.owner {
			p.owner[i] = slots[n]
		}
		return ctx.Err()
	}
	var pair [2]int32
	for i, h := range p.hs {
		found := p.hashed.LocateN(pair[:], h)
		p.owner[i], p.second[i] = slots[pair[0]], slots[pair[found-1]]
	}
	return ctx.Err()
}

// slots returns the place in ids of each of a locator's nodes.
func slots(ids []string, nodes []consistent.Node) []int32 {
	at := make([]int32, len(nodes))
	for i, n := range nodes {
		at[i] = int32(slices.Index(ids, n.ID))
	}
	return at
}
