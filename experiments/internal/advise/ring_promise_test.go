package advise

import (
	"fmt"
	"math"
	"testing"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/consistent"
)

// TestRingKeepsItsPromise builds all that may be advised, on the node ids of several seeds, and measures with keys: the
// peak, the shares of weights, that copies lie on distinct nodes, and that the leaving of a node moves its keys alone. Bytes
// are exact, and loads are bounded.
func TestRingKeepsItsPromise(t *testing.T) {
	in, err := keys.Fixed(keyBytes, 5, 25_000)
	if err != nil {
		t.Fatal(err)
	}
	all := keys.All(in)
	for _, w := range []RingWish{
		{Nodes: 12, Peak: 1.1, Leave: LeaveAny, Weights: true, Replicas: 3},
		{Nodes: 12, Peak: 1.5, Leave: LeaveAny, Weights: true},
		{Nodes: 12, Peak: 1.3, Leave: LeaveAny},
		{Nodes: 12, Peak: 1.05, Leave: LeaveLast},
		{Nodes: 12, Peak: 1.2, Leave: LeaveNone, Replicas: 2},
		{Nodes: 12, Peak: 2, Leave: LeaveAny, MaxLoad: 1.25},
	} {
		found, _ := ringCandidates(w)
		if len(found) == 0 {
			t.Errorf("%+v: nothing fits", w)
		}
		for _, c := range found {
			for what, err := range map[string]error{
				"size": keepsBytes(w, c), "peak": keepsPeak(w, c, all), "weights": keepsWeights(w, c, all), "replicas": keepsReplicas(w, c),
				"leaving": keepsLeaving(w, c, all), "load": keepsLoad(w, c),
			} {
				if err != nil {
					t.Errorf("%+v: %s: %s: %v", w, c.Entry.Name, what, err)
				}
			}
		}
	}
}

func keepsBytes(w RingWish, c RingCandidate) error {
	l, err := c.Build(plan.Nodes(w.Nodes, 1))
	if err == nil && l.Bytes() != c.Bytes {
		err = fmt.Errorf("it takes %d bytes, %d were promised", l.Bytes(), c.Bytes)
	}
	return err
}

// ringSeeds is on how many sets of node ids shares are measured, and deviations how many standard errors of the mean over
// them are allowed: by chance it is off by so much with a probability below 1e-6 by Student's t with 19 degrees.
const (
	ringSeeds  = 20
	deviations = 7.2
)

// keepsPeak measures the mean of the peak over sets of nodes. The keys' own scatter adds at most the expected maximum of N
// normal errors, below √(2 ln N) of their standard deviation: for 12 nodes and 25,000 keys 0.05. Seven standard errors
// of the peak of 12 nodes come to 0.05 at a peak of 1.1 and 0.2 at 1.5, so that a promise that is off by more is seen.
func keepsPeak(w RingWish, c RingCandidate, all [][]byte) error {
	if w.MaxLoad != 0 {
		return nil // it is the loads that are bounded, and keepsLoad holds them
	}
	if c.Peak > w.Peak {
		return fmt.Errorf("%v is promised, %v at most was wished", c.Peak, w.Peak)
	}
	peaks := make([]float64, ringSeeds)
	for seed := range peaks {
		loads, err := loads(c, plan.Nodes(w.Nodes, uint64(seed)+1), all)
		if err != nil {
			return err
		}
		for _, load := range loads {
			peaks[seed] = max(peaks[seed], load*float64(w.Nodes))
		}
	}
	scatter := math.Sqrt(2 * math.Log(float64(w.Nodes)) * c.Peak * float64(w.Nodes) / float64(len(all)))
	if mean, se := meanOf(peaks); mean > c.Peak+scatter+deviations*se {
		return fmt.Errorf("it is %.4f ± %.4f on average, %.4f was promised", mean, se, c.Peak)
	}
	return nil
}

// keepsWeights gives the first node the weight 4 and measures its mean share.
func keepsWeights(w RingWish, c RingCandidate, all [][]byte) error {
	if !w.Weights {
		return nil
	}
	const weight = 4
	shares := make([]float64, ringSeeds)
	for seed := range shares {
		nodes := plan.Nodes(w.Nodes, uint64(seed)+1)
		nodes[0].Weight = weight
		loads, err := loads(c, nodes, all)
		if err != nil {
			return err
		}
		shares[seed] = loads[0]
	}
	want := weight / float64(w.Nodes-1+weight)
	if mean, se := meanOf(shares); math.Abs(mean-want) > deviations*se {
		return fmt.Errorf("a node of weight %d has %.4f ± %.4f of the keys, want %.4f", weight, mean, se, want)
	}
	return nil
}

// keepsReplicas holds the copies of keys to distinct nodes, as many as are wished.
func keepsReplicas(w RingWish, c RingCandidate) error {
	if w.Replicas < 2 {
		return nil
	}
	l, h, err := onHashes(c, plan.Nodes(w.Nodes, 1))
	if err != nil {
		return err
	}
	dst := make([]int32, w.Replicas)
	for i := range uint64(1000) {
		if n := l.LocateN(dst, h(i)); n != w.Replicas {
			return fmt.Errorf("key %d has %d copies, %d were wished", i, n, w.Replicas)
		}
		seen := map[int32]bool{}
		for _, node := range dst {
			if seen[node] || node < 0 || int(node) >= w.Nodes {
				return fmt.Errorf("key %d lies on the nodes %v", i, dst)
			}
			seen[node] = true
		}
	}
	return nil
}

// keepsLeaving removes a node that the wish lets leave: no key may change between nodes that stay.
func keepsLeaving(w RingWish, c RingCandidate, all [][]byte) error {
	if w.Leave == LeaveNone || w.MaxLoad != 0 {
		return nil
	}
	nodes := plan.Nodes(w.Nodes, 1)
	leaving := nodes[0].ID
	if w.Leave == LeaveLast {
		leaving = nodes[len(nodes)-1].ID
	}
	l, err := c.Build(nodes)
	if err != nil {
		return err
	}
	before := owners(l, all)
	if err := l.Remove(leaving); err != nil {
		return err
	}
	for i, id := range owners(l, all) {
		if before[i] != leaving && id != before[i] || id == leaving {
			return fmt.Errorf("key %d moves from %s to %s when %s leaves", i, before[i], id, leaving)
		}
	}
	return nil
}

// keepsLoad sends requests for a few keys, so that one node would bear far more than its bound.
func keepsLoad(w RingWish, c RingCandidate) error {
	if w.MaxLoad == 0 {
		return nil
	}
	l, h, err := onHashes(c, plan.Nodes(w.Nodes, 1))
	if err != nil {
		return err
	}
	b, requests := l.(consistent.Bounded), 10_000
	for i := range requests {
		b.Acquire(h(uint64(i % 7)))
	}
	for i, load := range b.Loads() {
		if bound := math.Ceil(w.MaxLoad * float64(requests) / float64(w.Nodes)); float64(load) > bound {
			return fmt.Errorf("node %d bears %d, at most %v were promised", i, load, bound)
		}
	}
	return nil
}

// onHashes returns the locator as the printed program makes it for what only hashes have, and its hash of a number.
func onHashes(c RingCandidate, nodes []consistent.Node) (consistent.Locator, func(uint64) uint64, error) {
	h, err := plan.OpenHash(c.Hash)
	if err != nil {
		return nil, nil, err
	}
	o := c.Options
	o.Hash = h
	l, err := c.Entry.New(o, nodes)
	return l, h.Uint64, err
}

// loads returns the share of the keys that each node owns.
func loads(c RingCandidate, nodes []consistent.Node, all [][]byte) ([]float64, error) {
	l, err := c.Build(nodes)
	if err != nil {
		return nil, err
	}
	at, shares := make([]int32, len(all)), make([]float64, len(nodes))
	l.LocateAll(at, all)
	index := map[string]int{}
	for i, n := range nodes {
		index[n.ID] = i
	}
	for _, node := range at {
		shares[index[l.Nodes()[node].ID]] += 1 / float64(len(all))
	}
	return shares, nil
}

// owners returns the id of the owner of each key.
func owners(l consistent.KeyLocator, all [][]byte) []string {
	at, ids := make([]int32, len(all)), make([]string, len(all))
	l.LocateAll(at, all)
	for i, node := range at {
		ids[i] = l.Nodes()[node].ID
	}
	return ids
}

// meanOf returns the mean and its standard error.
func meanOf(values []float64) (mean, se float64) {
	n := float64(len(values))
	for _, v := range values {
		mean += v / n
	}
	squares := 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(squares / (n - 1) / n)
}

// TestBrokenRingPromiseIsSeen: a promise that is off by what the measurements say they see is seen.
func TestBrokenRingPromiseIsSeen(t *testing.T) {
	in, err := keys.Fixed(keyBytes, 5, 25_000)
	if err != nil {
		t.Fatal(err)
	}
	all, w := keys.All(in), RingWish{Nodes: 12, Peak: 1.1, Leave: LeaveAny, Weights: true}
	find := func(name string, w RingWish) RingCandidate {
		e, err := consistent.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		c, why := ringCandidate(e, w)
		if why != "" {
			t.Fatal(why)
		}
		return c
	}
	ring := find("ring-vnodes", w)
	groupcache, err := consistent.Find("x-groupcache")
	if err != nil {
		t.Fatal(err)
	}
	fewer, larger, flat, crc := ring, ring, ring, ring
	fewer.Options.Vnodes /= 12
	larger.Bytes++
	crc.Entry, crc.Hash = groupcache, ""
	flat.Entry, flat.Options = find("rendezvous", RingWish{Nodes: 12, Peak: 1.1, Leave: LeaveAny}).Entry, consistent.Options{}
	modulo := find("modulo", RingWish{Nodes: 12, Peak: 1.1, Leave: LeaveNone})
	for name, err := range map[string]error{
		"a twelfth of the vnodes": keepsPeak(w, fewer, all), "a byte more": keepsBytes(w, larger), "weights that are ignored": keepsWeights(w, flat, all),
		"keys that move between nodes that stay": keepsLeaving(RingWish{Nodes: 12, Leave: LeaveLast}, modulo, all),
		"a ring of CRC-32, as theory has it":     keepsPeak(w, crc, all),
	} {
		if err == nil {
			t.Errorf("%s: not seen", name)
		}
	}
}
