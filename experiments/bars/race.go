package bars

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
)

// Settings say how bars are measured.
type Settings struct {
	Rounds int    // at least LeastRounds
	Seed   uint64 // of the order within each round
	Shrink uint64 // divides the numbers of keys, for trying; 0 and 1 leave them
}

const (
	// LeastRounds is how many rounds an interval of a median needs at the level of 95 %.
	LeastRounds = 6
	// Rounds is how many are usual: the interval then lies between the 10th and the 22nd ratio in order.
	Rounds = 31

	level   = 0.95
	samples = 3                     // of a side in a round, whose median counts
	long    = 20 * time.Millisecond // a kernel that runs as long gives one sample a round
)

// Measure measures the bars of the contest and hands each row to done. An error says which bar or side it is
// about; what was done before stays done.
func (c Contest) Measure(ctx context.Context, t *measure.Timer, o Settings, done func(record.BarRow)) error {
	s := newShelf(ctx, o.Shrink)
	var timed []Bar
	for _, b := range c.Bars {
		if b.Exact == nil {
			timed = append(timed, b)
			continue
		}
		row, err := b.count(s)
		if err != nil {
			return err
		}
		done(row)
	}
	if len(timed) == 0 {
		return nil
	}
	r, err := openRace(s, timed)
	if err != nil {
		return err
	}
	if err := r.run(ctx, t, o); err != nil {
		return fmt.Errorf("%s: %w", c.Name, err)
	}
	for _, b := range timed {
		row, err := b.row(r)
		if err != nil {
			return err
		}
		done(row)
	}
	return nil
}

// count measures an exact bar.
func (b Bar) count(s *Shelf) (record.BarRow, error) {
	value, detail, err := b.Exact(s)
	if err != nil {
		return record.BarRow{}, fmt.Errorf("bar %s: %w", b.Name, err)
	}
	row := b.blank()
	row.Ratio, row.Low, row.High = record.Float(value), record.Float(value), record.Float(value)
	row.Verdict, row.Detail = verdict(b.Relation, b.Wanted, value, value), detail
	return row, nil
}

func (b Bar) blank() record.BarRow {
	return record.BarRow{Name: b.Name, What: b.What, Relation: string(b.Relation), Wanted: record.Float(b.Wanted), Over: b.Over.Text,
		Under: b.Under.Text, Unit: b.Unit, OverNs: record.Unknown, UnderNs: record.Unknown}
}

// A race is the sides of a contest and their times.
type race struct {
	sides     []runner
	disturbed int // rounds in which the machine did something else in the end
}

// A runner is a side in a race.
type runner struct {
	text    string
	kernel  measure.Kernel
	samples int
	ns      []float64 // of each round
}

// openRace opens every side that the bars name, each once.
func openRace(s *Shelf, bars []Bar) (*race, error) {
	r := &race{}
	for _, b := range bars {
		for _, side := range []Side{b.Over, b.Under, b.Without, b.And} {
			if side.Open == nil || r.find(side.Text) != nil {
				continue
			}
			if err := s.ctx.Err(); err != nil {
				return nil, err
			}
			k, err := side.Open(s)
			if err != nil {
				return nil, fmt.Errorf("bar %s: %s: %w", b.Name, side.Text, err)
			}
			r.sides = append(r.sides, runner{text: side.Text, kernel: k, samples: samplesOf(k)})
		}
	}
	return r, nil
}

// samplesOf runs the kernel once, and returns how many samples a round takes.
func samplesOf(k measure.Kernel) int {
	start := time.Now()
	k.Once()
	if time.Since(start) >= long {
		return 1
	}
	return samples
}

func (r *race) find(text string) *runner {
	for i := range r.sides {
		if r.sides[i].text == text {
			return &r.sides[i]
		}
	}
	return nil
}

// run times all sides in each round, in an order that the seed picks.
func (r *race) run(ctx context.Context, t *measure.Timer, o Settings) error {
	for round := range o.Rounds {
		disturbed := false
		for _, i := range rand.New(rand.NewPCG(o.Seed, uint64(round))).Perm(len(r.sides)) {
			if err := ctx.Err(); err != nil {
				return err
			}
			side := &r.sides[i]
			timing, err := t.Time(side.kernel, side.samples)
			if err != nil {
				return fmt.Errorf("%s: %w", side.text, err)
			}
			side.ns = append(side.ns, timing.Median())
			disturbed = disturbed || timing.Disturbed
		}
		if disturbed {
			r.disturbed++
		}
	}
	return nil
}

// row summarises the ratios of the rounds.
func (b Bar) row(r *race) (record.BarRow, error) {
	over, under := r.sum(b.Over, b.Without, -1), r.sum(b.Under, b.And, 1)
	ratios := make([]float64, len(over))
	for i := range ratios {
		ratios[i] = over[i] / under[i]
	}
	row := b.blank()
	ratio, ok := stats.Median(ratios)
	interval, enough := stats.MedianInterval(ratios, level)
	if !ok || !enough {
		return row, fmt.Errorf("bar %s: %d rounds give no interval: at least %d are needed, and all times above 0", b.Name, len(ratios), LeastRounds)
	}
	overNs, _ := stats.Median(over) // as many values as ratios, and finite where those are
	underNs, _ := stats.Median(under)
	row.Ratio, row.Low, row.High = record.Float(ratio), record.Float(interval.Low), record.Float(interval.High)
	row.OverNs, row.UnderNs = record.Float(overNs), record.Float(underNs)
	row.Rounds, row.Disturbed = len(ratios), r.disturbed
	row.Verdict = verdict(b.Relation, b.Wanted, interval.Low, interval.High)
	return row, nil
}

// sum returns the times of a side in each round, and sign times those of another, which may be nothing.
func (r *race) sum(side, other Side, sign float64) []float64 {
	ns := slices.Clone(r.find(side.Text).ns)
	if more := r.find(other.Text); more != nil {
		for i := range ns {
			ns[i] += sign * more.ns[i]
		}
	}
	return ns
}
