package advise

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"
)

// Text writes the advice.
func (f *FilterAdvice) Text(w io.Writer) error {
	var b strings.Builder
	best := f.Ranked[0]
	if f.Impossible != "" {
		fmt.Fprintf(&b, "The wish cannot be met as it is: %s.\n\n", f.Impossible)
	}
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-13s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("filter", "%s: %s", best.Entry.Name, best.Entry.Doc)
	line("hash", "%s", best.hashName(f.Wish))
	line("bits a key", "%.4g", float64(best.Params.M)/float64(best.Spec.N))
	if best.Params.K > 0 && best.Params.FingerprintBits == 0 {
		line("k", "%d", best.Params.K)
	}
	line("bytes", "%d (%s)", best.Bytes, size(best.Bytes))
	line("fpr", "%s", best.rate())
	line("look-up", "%s, %s%s", best.Timing, f.Wish.calls(), noted(best.Timing.Note))
	line("a query", "%s: the look-up, and %s for absent keys that pass", cost(best.Total(f.Wish)), cost(best.missing(f.Wish)))
	line("timings", "%s", f.Basis)
	if len(f.Tied) > 0 {
		line("as cheap", "%s: %s", strings.Join(f.Tied, ", "), f.TieRule)
	}
	if len(f.Ranked) > 1 {
		next := f.Ranked[1]
		line("runner-up", "%s: %s a query, look-up %s, %s, fpr %s", next.Entry.Name, cost(next.Total(f.Wish)), next.Timing, size(next.Bytes), digits(next.FPR))
	} else {
		line("runner-up", "none: nothing else does what is wished")
	}
	fmt.Fprintln(&b, "\nWhat would change the choice")
	for _, change := range f.Changes() {
		fmt.Fprintf(&b, "  %s\n", change)
	}
	fmt.Fprintf(&b, "\n%s", best.Go(f.Wish))
	_, err := io.WriteString(w, b.String())
	return err
}

// calls says how the wish's look-ups come.
func (w FilterWish) calls() string {
	if w.Bulk {
		return "many keys a call"
	}
	return "one key a call"
}

func noted(note string) string {
	if note == "" {
		return ""
	}
	return ", " + note
}

func (c Candidate) hashName(w FilterWish) string {
	switch {
	case c.Hash == "" && c.Entry.BuiltinHash != "":
		return c.Entry.BuiltinHash + ", its own"
	case c.Hash == "":
		return "its own"
	case w.Untrusted:
		return c.Hash + ", with a seed that is drawn when the program starts and kept secret"
	}
	return c.Hash
}

// Interval returns where the rate of one filter in twenty does not lie; it is the rate itself where the scatter is
// not known.
func (c Candidate) Interval() (low, high float64) {
	const z = 1.959964 // normal, 95 %
	return c.FPR * max(0, 1-z*c.SD), min(1, c.FPR*(1+z*c.SD))
}

func (c Candidate) rate() string {
	if c.SD == 0 {
		return digits(c.FPR) + " by theory"
	}
	low, high := c.Interval()
	return fmt.Sprintf("%.4g by theory (95 %% of such filters: %.4g … %.4g)", c.FPR, low, high)
}

// Changes says at which miss cost, hit share or memory another filter is cheaper.
func (f *FilterAdvice) Changes() []string {
	best, w := f.Ranked[0], f.Wish
	above, below := math.Inf(1), 0.0
	var aboveName, belowName string
	for _, c := range f.Ranked[1:] {
		at := breakEven(best, c, w)
		switch {
		case at > w.MissCost && at < above && c.FPR < best.FPR:
			above, aboveName = at, c.Entry.Name
		case at < w.MissCost && at > below && c.FPR > best.FPR:
			below, belowName = at, c.Entry.Name
		}
	}
	var all []string
	if aboveName != "" {
		all = append(all, fmt.Sprintf("a miss that costs more than %s: %s", cost(above), aboveName))
	}
	if belowName != "" {
		all = append(all, fmt.Sprintf("a miss that costs less than %s: %s", cost(below), belowName))
	}
	all = append(all, f.hitChanges()...)
	all = append(all, f.memoryChanges()...)
	if lower := f.lowerRate(); lower != "" {
		all = append(all, lower)
	}
	if len(all) == 0 {
		all = []string{"no miss cost, hit share or memory, among the filters that were timed"}
	}
	return all
}

// lowerRate says what the same filter saves at a tenth of the rate, where that is more than a twentieth of the cost.
func (f *FilterAdvice) lowerRate() string {
	best, w := f.Ranked[0], f.Wish
	if best.Entry.Build != nil || best.missing(w) < 0.05*best.Total(w) {
		return ""
	}
	lower, err := sized(context.Background(), best.Entry, best.Hash, w, w.FPR/10)
	if err != nil || best.missing(w)-lower.missing(w) < 0.05*best.Total(w) {
		return ""
	}
	return fmt.Sprintf("a tenth of the fpr, %s, saves %s of misses a query for %s more: ask for it", digits(w.FPR/10),
		cost(best.missing(w)-lower.missing(w)), size(lower.Bytes-best.Bytes))
}

// breakEven returns the miss cost at which a and b cost as much; NaN where there is none.
func breakEven(a, b Candidate, w FilterWish) float64 {
	at := float64(b.Timing.Ns-a.Timing.Ns) / ((1 - w.HitShare) * (a.FPR - b.FPR))
	if !(at > 0) || math.IsInf(at, 1) {
		return math.NaN()
	}
	return at
}

// hitChanges says at which hit share the misses weigh otherwise; look-up times are taken as they are at the wish's.
func (f *FilterAdvice) hitChanges() []string {
	best, w := f.Ranked[0], f.Wish
	more, less := 1.0, 0.0
	var moreName, lessName string
	for _, c := range f.Ranked[1:] {
		at := 1 - float64(c.Timing.Ns-best.Timing.Ns)/((best.FPR-c.FPR)*w.MissCost)
		switch {
		case at > w.HitShare && at < more && c.FPR > best.FPR:
			more, moreName = at, c.Entry.Name
		case at < w.HitShare && at > less && c.FPR < best.FPR:
			less, lessName = at, c.Entry.Name
		}
	}
	var all []string
	if moreName != "" {
		all = append(all, fmt.Sprintf("more than %.3g %% of the queries for present keys: %s", 100*more, moreName))
	}
	if lessName != "" {
		all = append(all, fmt.Sprintf("less than %.3g %% of the queries for present keys: %s", 100*less, lessName))
	}
	return all
}

// memoryChanges names the cheapest among those that are smaller, and the smallest of all.
func (f *FilterAdvice) memoryChanges() []string {
	cheaper, least := f.Ranked[0], f.Ranked[0]
	for _, c := range f.Ranked[1:] {
		if c.Bytes < f.Ranked[0].Bytes && cheaper.Bytes == f.Ranked[0].Bytes {
			cheaper = c
		}
		if c.Bytes < least.Bytes {
			least = c
		}
	}
	if least.Bytes == f.Ranked[0].Bytes {
		return []string{fmt.Sprintf("less memory than %s: a higher fpr", size(least.Bytes))}
	}
	all := []string{fmt.Sprintf("less memory than %s: %s", size(f.Ranked[0].Bytes), f.with(cheaper))}
	if least.Bytes < cheaper.Bytes {
		all = append(all, fmt.Sprintf("as little memory as possible: %s", f.with(least)))
	}
	return all
}

func (f *FilterAdvice) with(c Candidate) string {
	return fmt.Sprintf("%s with %s, %s a query", c.Entry.Name, size(c.Bytes), cost(c.Total(f.Wish)))
}
