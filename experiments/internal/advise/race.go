package advise

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
)

// A race times candidates side by side: each once a round, in another order in each.
type race struct {
	wish    FilterWish
	n       uint64
	pool    [][]byte
	timer   *measure.Timer
	order   *rand.Rand
	runners []*runner
}

// A runner is a candidate in a race. Its builds take turns by round, so that where one came to lie in memory does not
// decide.
type runner struct {
	Candidate
	builds []measure.Kernel
	blocks []plan.Block // by round
	totals []float64    // ns a query, by round
}

// newRace returns a race of filters with n keys, or as many as are wished for where that is fewer.
func newRace(w FilterWish, n uint64, entrants []Candidate) (*race, error) {
	n = min(n, w.N)
	pool, err := queries(n, w.HitShare)
	if err != nil {
		return nil, err
	}
	timer, err := measure.NewTimer()
	if err != nil {
		return nil, err
	}
	r := &race{wish: w, n: n, pool: pool, timer: timer, order: rand.New(rand.NewPCG(keySeed, n))}
	for _, c := range entrants {
		r.runners = append(r.runners, &runner{Candidate: c})
	}
	return r, nil
}

// run forgets what was timed before and times so many rounds with so many builds of each.
func (r *race) run(ctx context.Context, builds, rounds int) error {
	for _, c := range r.runners {
		for len(c.builds) < builds {
			k, err := filterKernel(ctx, c.Candidate, r.n, r.pool, r.wish.Bulk)
			if err != nil {
				return err
			}
			c.builds = append(c.builds, k)
		}
		c.blocks, c.totals = nil, nil
	}
	for round := range rounds {
		for _, i := range r.order.Perm(len(r.runners)) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := r.runners[i].turn(r.timer, r.wish, round); err != nil {
				return err
			}
		}
	}
	for _, c := range r.runners {
		c.Timing = timed(plan.SummariseBlocks(c.blocks), "")
		if r.n < r.wish.N {
			c.Timing.Note = fmt.Sprintf("timed with %d keys", r.n)
		}
	}
	r.rank()
	return nil
}

// rank sorts by cost, each round's relative to its middle: a machine that is twice as slow in about half of the rounds
// gives one candidate a median of its slow rounds and another one of its fast ones.
func (r *race) rank() {
	relative := map[*runner][]float64{}
	for round := range r.runners[0].totals {
		var totals []float64
		for _, c := range r.runners {
			totals = append(totals, c.totals[round])
		}
		middle := stats.MiddleInPlace(totals)
		for _, c := range r.runners {
			relative[c] = append(relative[c], c.totals[round]/middle)
		}
	}
	cost := map[*runner]float64{}
	for c, ratios := range relative {
		cost[c] = stats.MiddleInPlace(ratios)
	}
	slices.SortStableFunc(r.runners, func(x, y *runner) int { return cmp.Compare(cost[x], cost[y]) })
}

// turn times the build whose turn it is, after it was asked for the whole pool: a filter that does not fit the second-level
// cache was driven out by those before it, and how much of it is back when samples begin would depend on how many they are.
func (c *runner) turn(timer *measure.Timer, w FilterWish, round int) error {
	kernel := c.builds[round%len(c.builds)]
	for range poolKeys / callKeys {
		kernel.Run()
	}
	t, err := timer.Time(kernel, sampleCount)
	if err != nil {
		return err
	}
	ns := record.Float(t.Median())
	c.blocks = append(c.blocks, plan.Block{Ns: ns, Least: record.Float(t.Least()), Samples: plan.SampleList(t.Samples)})
	c.totals = append(c.totals, float64(ns)+c.missing(w))
	return nil
}

// times returns how many times as much as the other it costs: the median over rounds, which a neighbour that disturbs a
// round hardly moves.
func (c *runner) times(other *runner) float64 {
	ratios := make([]float64, len(c.totals))
	for i, total := range c.totals {
		ratios[i] = total / other.totals[i]
	}
	return stats.MiddleInPlace(ratios)
}

// near returns how many of the first cost at most so many times the first of all: two at least, where there are.
func (r *race) near(times float64) int {
	out := slices.IndexFunc(r.runners, func(c *runner) bool { return c.times(r.runners[0]) > times })
	if out < 0 {
		out = len(r.runners)
	}
	return min(max(out, 2), len(r.runners))
}

// cut leaves those that cost at most so many times the first, most of them.
func (r *race) cut(times float64, most int) { r.runners = r.runners[:min(r.near(times), most)] }

// noise is how far apart the costs of two filters may come out that are equal: in several races, two builds of one
// filter differed by 0 to 3 %.
const noise = 1.03

// settle puts first which of those that cost as much as the first, within the noise, is the smallest, and of those as
// small within 1 % one without a module to depend on; it returns the names of the others.
func (r *race) settle() (tied []string) {
	first := r.runners[0]
	equal := slices.DeleteFunc(slices.Clone(r.runners), func(c *runner) bool { return c.times(first) > noise })
	least := slices.MinFunc(equal, func(x, y *runner) int { return cmp.Compare(x.Bytes, y.Bytes) }).Bytes
	best := slices.MinFunc(equal, func(x, y *runner) int { return cmp.Compare(x.demerits(least), y.demerits(least)) })
	r.runners = append([]*runner{best}, slices.DeleteFunc(r.runners, func(c *runner) bool { return c == best })...)
	for _, c := range equal {
		if c != best {
			tied = append(tied, c.Entry.Name)
		}
	}
	return tied
}

func (c *runner) demerits(least int64) (count int) {
	if float64(c.Bytes) > 1.01*float64(least) {
		count += 2
	}
	if c.Entry.Module != "" {
		count++
	}
	return count
}

func (r *race) candidates() []Candidate {
	all := make([]Candidate, len(r.runners))
	for i, c := range r.runners {
		all[i] = c.Candidate
	}
	return all
}
