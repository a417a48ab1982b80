package advise

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Text writes the advice.
func (r *RingAdvice) Text(w io.Writer) error {
	var b strings.Builder
	best := r.Ranked[0]
	if r.Impossible != "" {
		fmt.Fprintf(&b, "The wish cannot be met as it is: %s.\n\n", r.Impossible)
	}
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-13s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("locator", "%s: %s", best.Entry.Name, best.Entry.Doc)
	line("hash", "%s", or(best.Hash, "its own"))
	line("vnodes", "%s", best.vnodes())
	if best.Options.Slack != 0 {
		line("load", "at most %.4g times the mean, rounded up", 1+best.Options.Slack)
	}
	line("peak", "%.4f times the mean by theory, on average over sets of %d nodes of equal weight", best.Peak, r.Wish.Nodes)
	line("bytes", "%d (%s)", best.Bytes, size(best.Bytes))
	line("look-up", "%s%s", best.Timing, noted(best.Timing.Note))
	line("timings", "%s", r.Basis)
	line("can", "%s", best.Entry.Capabilities.String())
	if len(r.Ranked) > 1 {
		next := r.Ranked[1]
		line("runner-up", "%s: %s, peak %.4f, %s", next.Entry.Name, next.Timing, next.Peak, size(next.Bytes))
	} else {
		line("runner-up", "none: nothing else does what is wished")
	}
	fmt.Fprintln(&b, "\nWhat would change the choice")
	for _, change := range r.Changes() {
		fmt.Fprintf(&b, "  %s\n", change)
	}
	fmt.Fprintf(&b, "\n%s", best.Go(r.Wish))
	_, err := io.WriteString(w, b.String())
	return err
}

func or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

func (c RingCandidate) vnodes() string {
	switch {
	case !c.Entry.Vnodes:
		return "none: the scheme has no points"
	case c.Options.Vnodes == 0:
		return fmt.Sprintf("%d, the scheme's own", c.Entry.DefaultVnodes)
	}
	return fmt.Sprintf("%d a node of weight 1, the fewest that keep the peak", c.Options.Vnodes)
}

// Changes says what is smaller, more even, or refused for one reason alone.
func (r *RingAdvice) Changes() []string {
	best := r.Ranked[0]
	var all []string
	smaller, flatter := best, best
	for _, c := range r.Ranked[1:] {
		if c.Bytes < smaller.Bytes {
			smaller = c
		}
		if c.Peak < flatter.Peak-1e-9 {
			flatter = c
		}
	}
	if smaller.Entry.Name != best.Entry.Name {
		all = append(all, fmt.Sprintf("memory: %s takes %s, look-up %s", smaller.Entry.Name, size(smaller.Bytes), smaller.Timing))
	}
	if flatter.Entry.Name != best.Entry.Name {
		all = append(all, fmt.Sprintf("a lower peak: %s has %.4f", flatter.Entry.Name, flatter.Peak))
	}
	for _, relaxed := range r.relaxed() {
		if found, _ := ringCandidates(relaxed.wish); len(found) > len(r.Ranked) {
			all = append(all, fmt.Sprintf("%s: there %s", relaxed.what, r.others(found)))
		}
	}
	if len(all) == 0 {
		all = []string{"nothing: it is the fastest, smallest and most even of what fits"}
	}
	return all
}

// others names those of found that are not ranked, a few.
func (r *RingAdvice) others(found []RingCandidate) string {
	var names []string
	for _, c := range found {
		if !slices.ContainsFunc(r.Ranked, func(o RingCandidate) bool { return o.Entry.Name == c.Entry.Name }) {
			names = append(names, c.Entry.Name)
		}
	}
	const most = 4
	if len(names) > most {
		names = append(names[:most:most], fmt.Sprintf("%d others", len(names)-most))
	}
	if len(names) == 1 {
		return "is " + names[0]
	}
	return "are " + strings.Join(names, ", ")
}

type relaxedRing struct {
	what string
	wish RingWish
}

// relaxed returns the wish without one of its demands.
func (r *RingAdvice) relaxed() (all []relaxedRing) {
	w := r.Wish
	if w.Leave == LeaveAny {
		w.Leave = LeaveLast
		all = append(all, relaxedRing{"if only the node that came last may leave", w})
	}
	if w = r.Wish; w.Weights {
		w.Weights = false
		all = append(all, relaxedRing{"without weights", w})
	}
	if w = r.Wish; w.Replicas > 1 {
		w.Replicas = 1
		all = append(all, relaxedRing{"without replicas", w})
	}
	return all
}
