// Package bars holds the project's claims on speed, and measures whether they hold.
//
// A bar is a ratio of two times that are taken in the same process, in turns of random order, so that
// whatever slows the machine slows both. The ratio is the median over rounds of the ratios within a round,
// with a 95 % interval by order statistics, and the end of the interval that faces what is wanted decides.
// A few bars count instead: they are exact.
package bars

import (
	"fmt"
	"slices"
	"strconv"

	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/record"
)

// A Relation says on which side of the wanted figure a ratio has to lie.
type Relation string

const (
	AtLeast Relation = ">="
	AtMost  Relation = "<="
)

// AsFast is the ratio from which on a thing is as fast as another: timings tell no less apart.
const AsFast = 0.95

// A Bar is a claim: the time of Over, less that of Without, is at least or at most Wanted times that of Under and
// And together.
type Bar struct {
	Name     string
	What     string // the claim in a sentence
	Relation Relation
	Wanted   float64

	Over, Under Side
	Without     Side   // what an adapter adds to Over; its zero value is nothing
	And         Side   // what belongs to Under; its zero value is nothing
	Unit        string // what a kernel counts as its keys: key, change, …

	// Exact, where it is set, gives the figure in place of the sides, and says what was counted.
	Exact func(*Shelf) (value float64, detail string, err error)
}

// A Side is what is timed. Within a contest, sides of the same text are one.
type Side struct {
	Text string
	Open func(*Shelf) (measure.Kernel, error)
}

// A Contest is bars whose sides are timed together, and what they need is set up once.
type Contest struct {
	Name string
	Bars []Bar
}

// Names returns the names of all bars, in order.
func Names(contests []Contest) (names []string) {
	for _, c := range contests {
		for _, b := range c.Bars {
			names = append(names, b.Name)
		}
	}
	return names
}

// Named returns the contests with only the bars that are named.
func Named(contests []Contest, names []string) (picked []Contest) {
	for _, c := range contests {
		c.Bars = slices.DeleteFunc(slices.Clone(c.Bars), func(b Bar) bool { return !slices.Contains(names, b.Name) })
		if len(c.Bars) > 0 {
			picked = append(picked, c)
		}
	}
	return picked
}

// verdict judges an interval by the end that faces what is wanted. What is not a number falls short.
func verdict(r Relation, wanted, low, high float64) string {
	if r == AtLeast && low >= wanted || r == AtMost && high <= wanted {
		return record.BarHolds
	}
	return record.BarShort
}

// Line returns the line that is printed for a bar:
//
//	bar NAME RATIO LOW HIGH >=|<= WANTED holds|short
func Line(r record.BarRow) string {
	return fmt.Sprintf("bar %s %s %s %s %s %s %s", r.Name, digits(r.Ratio), digits(r.Low), digits(r.High), r.Relation, digits(r.Wanted), r.Verdict)
}

func digits(v record.Float) string { return strconv.FormatFloat(float64(v), 'g', 4, 64) }
