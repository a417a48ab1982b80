package quality

import (
	"fmt"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/impl/consistent"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// The sizes of the attack arm.
const (
	attackKeys   = 1024   // of a set, where it has as many
	filterKeys   = 10_000 // in the filter, half of the set among them
	filterTarget = 0.01
	ringNodes    = 10
	ringKeys     = attackKeys
)

// runAttack hashes the keys of a set, asks a filter that holds half of them for the others, and gives all of them
// to the nodes of a ring.
func runAttack(d design, p *record.QualityPoint) error {
	ks, others, err := attackingKeys(d.set, d.drawn)
	if err != nil {
		return err
	}
	h, err := d.open()
	if err != nil {
		return err
	}
	hashes := make([]uint64, len(ks))
	h.Sum(hashes, ks)
	seen := map[uint64]bool{}
	for _, v := range hashes {
		seen[v] = true
	}
	p.N, p.Distinct = uint64(len(ks)), uint64(len(seen))
	if err := attackFilter(p, h, ks, others); err != nil {
		return err
	}
	if p.PeakToAverage, err = attackRing(h, ks, d.drawn); err != nil {
		return err
	}
	p.PairSeeds = d.pairs
	p.PairCollisions, err = d.pairCollisions(ks[0], ks[1])
	return err
}

// attackingKeys returns the keys of a set, and ordinary keys that are not among them.
func attackingKeys(set string, seed uint64) (ks, others [][]byte, err error) {
	class, err := keys.Find(plan.BaseClass)
	if err != nil {
		return nil, nil, err
	}
	in, out, err := class.Split(filterKeys, attackKeys, seed)
	if err != nil {
		return nil, nil, err
	}
	others = keys.All(in)
	if set == ordinary {
		return keys.All(out), others, nil
	}
	for _, a := range keys.Adversarial() {
		if a.Name == set {
			ks, err = a.Keys(min(attackKeys, a.Most))
			return ks, others, err
		}
	}
	return nil, nil, fmt.Errorf("there is no attack set %q", set)
}

// attackFilter fills the filter with the first half of the keys and ordinary ones, and asks for the second half.
func attackFilter(p *record.QualityPoint, h hash.Hash, ks, others [][]byte) error {
	e, err := filter.Find(plan.BaseFilter)
	if err != nil {
		return err
	}
	f, err := e.Keyed(filter.Spec{N: filterKeys, FPR: filterTarget}, h)
	if err != nil {
		return err
	}
	half := len(ks) / 2
	f.AddAll(ks[:half])
	f.AddAll(others[:filterKeys-half])
	p.M, p.K = f.Params().M, f.Params().K
	p.Queries, p.FalsePositives = uint64(len(ks)-half), uint64(f.Count(ks[half:]))
	if ratio, ok := filter.FillRatio(f); ok {
		p.FillRatio = record.Float(ratio)
	}
	return nil
}

// attackRing returns how many times the mean the fullest node of a ring gets.
func attackRing(h hash.Hash, ks [][]byte, seed uint64) (record.Float, error) {
	e, err := consistent.Find(plan.BaseLocator)
	if err != nil {
		return record.Unknown, err
	}
	l, err := e.Keyed(consistent.Options{Hash: h, Vnodes: plan.BaseVnodes}, plan.Nodes(ringNodes, seed))
	if err != nil {
		return record.Unknown, err
	}
	owners, counts := make([]int32, len(ks)), make([]int, ringNodes)
	l.LocateAll(owners, ks)
	for _, node := range owners {
		counts[node]++
	}
	loads, ok := stats.NewLoads(counts, nil)
	if !ok {
		return record.Unknown, fmt.Errorf("the loads of %d nodes add up to nothing", ringNodes)
	}
	return record.Float(loads.PeakToAverage()), nil
}

// pairCollisions returns under how many of the design's random seeds two keys have one hash.
func (d design) pairCollisions(a, b []byte) (collisions uint64, err error) {
	for i := range d.pairs {
		h, err := d.hash.New(d.fit(word(pairStream, i)))
		if err != nil {
			return 0, err
		}
		if h.Bytes(a) == h.Bytes(b) {
			collisions++
		}
	}
	return collisions, nil
}
