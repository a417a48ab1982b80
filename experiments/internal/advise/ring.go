package advise

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/theory"
	"hashlab/impl/consistent"
	"hashlab/impl/hash"
)

// Which nodes may leave.
const (
	LeaveAny  = "any"
	LeaveLast = "last" // the one that came last
	LeaveNone = "none" // and none comes: what moves does not matter
)

// A RingWish says what a locator is wanted for.
type RingWish struct {
	Nodes    int     // 1 … MaxRingNodes
	Peak     float64 // what the fullest node may have, times the mean, on average over sets of nodes; above 1
	Leave    string  // LeaveAny, LeaveLast or LeaveNone
	Weights  bool    // shares follow weights
	Replicas int     // copies of a key on distinct nodes; 0 is 1
	MaxLoad  float64 // bound on the requests that a node bears, times the mean; 0 = none, otherwise above 1
}

// MaxRingNodes bounds RingWish.Nodes.
const MaxRingNodes = 100_000

// Check returns an error that names the first field out of its domain.
func (w RingWish) Check() error {
	switch {
	case w.Nodes < 1 || w.Nodes > MaxRingNodes:
		return fmt.Errorf("%d nodes is not in 1 … %d", w.Nodes, MaxRingNodes)
	case !(w.Peak > 1 && !math.IsInf(w.Peak, 1)):
		return fmt.Errorf("peak %v is not above 1", w.Peak)
	case !slices.Contains([]string{LeaveAny, LeaveLast, LeaveNone}, w.Leave):
		return fmt.Errorf("leave %q is none of %s, %s and %s", w.Leave, LeaveAny, LeaveLast, LeaveNone)
	case w.Replicas < 0 || w.Replicas > w.Nodes:
		return fmt.Errorf("%d replicas of a key on %d nodes", w.Replicas, w.Nodes)
	case w.MaxLoad != 0 && !(w.MaxLoad-1 >= consistent.MinSlack && w.MaxLoad-1 <= consistent.MaxSlack):
		return fmt.Errorf("a load of at most %v times the mean is not above 1, by %v at least", w.MaxLoad, consistent.MinSlack)
	}
	return nil
}

// A RingCandidate is a locator that does what is wished.
type RingCandidate struct {
	Entry   consistent.Entry
	Hash    string
	Options consistent.Options // Hash is not set
	Peak    float64            // of the hash space by theory, on average over sets of nodes; the bound on loads where that is less
	Bytes   int64
	Timing  Timing
}

// A RingAdvice is the answer.
type RingAdvice struct {
	Wish       RingWish // as it was met
	Impossible string
	Ranked     []RingCandidate // by the time of a look-up, the advised first
	Refused    []string
	Basis      string
}

// Ring advises a locator for the wish.
func (a Adviser) Ring(ctx context.Context, w RingWish) (*RingAdvice, error) {
	if err := w.Check(); err != nil {
		return nil, err
	}
	advice := &RingAdvice{Wish: w}
	found, refused := ringCandidates(w)
	advice.Refused = refused
	if len(found) == 0 {
		if found = advice.nearest(); len(found) == 0 {
			return nil, errors.New("no registered locator comes near the wish")
		}
	}
	if err := a.timeRings(ctx, advice, found); err != nil {
		return nil, err
	}
	slices.SortStableFunc(advice.Ranked, func(x, y RingCandidate) int { return cmp.Compare(x.Timing.Ns, y.Timing.Ns) })
	return advice, nil
}

func ringCandidates(w RingWish) (found []RingCandidate, refused []string) {
	for _, e := range consistent.All() {
		c, why := ringCandidate(e, w)
		if why != "" {
			refused = append(refused, e.Name+": "+why)
			continue
		}
		found = append(found, c)
	}
	return found, refused
}

// ringLacks returns what the locator lacks for the wish, whatever its peak; "" for nothing.
func ringLacks(e consistent.Entry, w RingWish) string {
	switch {
	case len(e.Traits.Fails) > 0:
		return "a control"
	case e.Theory == "":
		return "no theory gives its shares"
	case e.Vnodes && e.BuiltinHash != "" && !spreads(e.BuiltinHash):
		return "its own hash, " + e.BuiltinHash + ", does not spread labels as theory has it"
	case w.Leave == LeaveAny && !e.RemovesAny:
		return "only the node that came last may leave"
	case w.Leave != LeaveNone && !e.Monotone && !e.Bounded:
		return "a change moves keys between nodes that stay"
	case w.Weights && !e.Weights:
		return "no weights"
	case w.Replicas > 1 && !e.Replicas:
		return "no replicas"
	case w.MaxLoad != 0 && !e.Bounded:
		return "no bound on loads"
	case w.MaxLoad == 0 && e.Bounded:
		return "counts requests, which is not asked for"
	}
	return ""
}

// spreads reports whether a hash function that cannot be replaced is a registered one of 64 bits and no control. With
// CRC-32, which maps labels that differ by little to points that differ by little, the peak of 12 nodes of 2400
// vnodes is 1.7, where theory has 1.05 for points that are independent.
func spreads(name string) bool {
	e, err := hash.Find(name)
	return err == nil && e.Bits >= 64 && len(e.Traits.Fails) == 0
}

// ringCandidate returns the locator with the vnodes that the peak takes, or what it lacks.
func ringCandidate(e consistent.Entry, w RingWish) (c RingCandidate, why string) {
	if why := ringLacks(e, w); why != "" {
		return c, why
	}
	c = RingCandidate{Entry: e, Hash: plan.LocatorHash(e)}
	if w.MaxLoad != 0 {
		c.Options.Slack = w.MaxLoad - 1
	}
	if c.Options.Vnodes, c.Peak, why = vnodesFor(e, w); why != "" {
		return c, why
	}
	l, err := c.Build(plan.Nodes(w.Nodes, 1))
	if err != nil {
		return c, err.Error()
	}
	c.Bytes = l.Bytes()
	return c, ""
}

// Build returns the locator with these nodes.
func (c RingCandidate) Build(nodes []consistent.Node) (consistent.KeyLocator, error) {
	h, err := plan.OpenHash(c.Hash)
	if err != nil {
		return nil, err
	}
	o := c.Options
	o.Hash = h
	return c.Entry.Keyed(o, nodes)
}

// mostRingPoints bounds the points of a ring that is advised: 16 to 24 bytes each.
const mostRingPoints = 1 << 22

// vnodesFor returns the fewest vnodes whose peak, by theory, is at most the wish's, 0 for a scheme without, and that
// peak.
func vnodesFor(e consistent.Entry, w RingWish) (vnodes int, peak float64, why string) {
	if w.MaxLoad != 0 && w.MaxLoad <= w.Peak {
		return 0, w.MaxLoad, "" // the bound on loads is enough
	}
	peakOf := func(v int) float64 {
		p, err := theory.SharePeak(e.Theory, w.Nodes, v, 0)
		if err != nil {
			why = err.Error()
		}
		return p
	}
	if !e.Vnodes || e.FixedTotal {
		if peak = peakOf(max(1, e.DefaultVnodes)); why == "" && peak > w.Peak {
			why = fmt.Sprintf("its peak is %.3f", peak)
		}
		return 0, peak, why
	}
	vnodes = mostVnodes(w)
	if peak = peakOf(vnodes); peak > w.Peak {
		return 0, peak, fmt.Sprintf("its peak is %.4f with %d vnodes a node", peak, vnodes)
	}
	if why == "" && peakOf(1) <= peak {
		return 0, peak, "" // the law of the shares knows no vnodes: it holds for the default
	}
	for low := 0; vnodes-low > 1 && why == ""; {
		if middle := (low + vnodes) / 2; peakOf(middle) > w.Peak {
			low = middle
		} else {
			vnodes = middle
		}
	}
	return vnodes, peakOf(vnodes), why
}

func mostVnodes(w RingWish) int { return max(1, min(consistent.MaxVnodes, mostRingPoints/w.Nodes)) }

// nearest changes the wish by as little as it takes, says so, and returns what meets it then.
func (r *RingAdvice) nearest() []RingCandidate {
	w, least := r.Wish, math.Inf(1)
	for _, e := range consistent.All() {
		if ringLacks(e, w) == "" {
			if _, peak, _ := vnodesFor(e, w); peak > 1 {
				least = min(least, peak)
			}
		}
	}
	if !math.IsInf(least, 1) {
		w.Peak = 1 + roundUp(least-1)
		if found, _ := ringCandidates(w); len(found) > 0 {
			r.Impossible = fmt.Sprintf("no locator with all of it has a peak of %v within %d points; the nearest that is possible is %.6g", r.Wish.Peak, mostRingPoints, w.Peak)
			r.Wish = w
			return found
		}
	}
	for _, relax := range []struct {
		what string
		do   func(*RingWish)
	}{
		{"a bound on loads", func(w *RingWish) { w.MaxLoad = 0 }},
		{"replicas", func(w *RingWish) { w.Replicas = 0 }},
		{"weights", func(w *RingWish) { w.Weights = false }},
		{"that any node may leave", func(w *RingWish) { w.Leave = LeaveLast }},
	} {
		w := r.Wish
		relax.do(&w)
		if found, _ := ringCandidates(w); len(found) > 0 {
			r.Impossible = "no locator has all of it; without " + relax.what + " there is one"
			r.Wish = w
			return found
		}
	}
	return nil
}
