package signup

import (
	"context"
	"errors"
	"math/rand/v2"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// runSeen has a store that starts empty: each key is asked for, and added where it is new, as a crawler does
// with URLs. A share of the queries repeats an earlier key, each as likely.
func runSeen(ctx context.Context, s plan.Scope, d design, seed uint64) (p record.SignupPayload, err error) {
	all, _, err := d.split(s, d.queries, 0, d.drawn)
	if err != nil {
		return p, err
	}
	none := keys.Part(all, 0, 0)
	g, err := newGuard(ctx, d, none)
	if err != nil {
		return p, err
	}
	t, err := open(ctx, d, rows{d.class + " none", 0, 0, none}, writing)
	if err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, t.close()) }()
	p = d.blank(seed)
	rng := rand.New(rand.NewPCG(d.drawn, d.n))
	held, repeats := uint64(0), d.hit
	for range d.queries {
		at := held
		if held > 0 && rng.Float64() < repeats {
			at = rng.Uint64N(held)
		}
		q := keys.Query{Key: all.Append(nil, at), Present: at < held}
		through := g.contains(q.Key)
		found := through
		if through {
			if found, err = t.find(ctx, string(q.Key)); err != nil {
				return p, err
			}
		}
		tally(&p.Point, q, through, found)
		if q.Present {
			continue
		}
		if !g.add(q.Key) {
			return p, cannotAdd(d, g.params())
		}
		if err := t.insert(ctx, string(q.Key)); err != nil {
			return p, err
		}
		held++
	}
	err = d.seenTheory(&p.Point, g, held)
	return p, err
}

// seenTheory enters the mean rate of a guard that grew from none to n keys: the rate at 32 loads between.
func (d design) seenTheory(p *record.SignupPoint, g guard, n uint64) error {
	const steps = 32
	sum := record.Float(0)
	for i := range uint64(steps) {
		if err := d.describe(p, g, n*(2*i+1)/(2*steps)); err != nil {
			return err
		}
		sum += p.FPRTheory
	}
	p.N, p.FPRTheory = n, sum/steps
	p.AvoidedTheory = record.Float(p.Absent) / record.Float(p.Queries) * (1 - p.FPRTheory)
	return nil
}
