package show

import (
	"fmt"
	"io"
	"strings"
)

// textRow is how many bits a line of text shows.
const textRow = 64

// Text writes the story: after each step a character a bit.
func (t *FilterStory) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintln(&b, t.Title)
	if t.Note != "" {
		fmt.Fprintln(&b, t.Note)
	}
	fmt.Fprintln(&b, "Bits: . clear   o set before   # set by this key   @ set before, and met by this key   x met by this key, and clear")
	for _, s := range t.Steps {
		fmt.Fprintf(&b, "\n%s\n", s.sentence(t.K))
		marks := s.marks()
		for from := 0; from < len(marks); from += textRow {
			fmt.Fprintf(&b, "%6d  %s\n", from, marks[from:min(from+textRow, len(marks))])
		}
		after := len(truePlaces(s.After()))
		fmt.Fprintf(&b, "        %d of %d bits are set, %.1f %%\n", after, t.M, 100*float64(after)/float64(t.M))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// marks returns a character for each bit.
func (s FilterStep) marks() string {
	marks := make([]byte, len(s.Before))
	for i, set := range s.Before {
		marks[i] = '.'
		if set {
			marks[i] = 'o'
		}
	}
	for _, at := range s.Positions {
		switch {
		case s.Before[at]:
			marks[at] = '@'
		case s.Ask:
			marks[at] = 'x'
		default:
			marks[at] = '#'
		}
	}
	return string(marks)
}

// sentence says what happens in the step.
func (s FilterStep) sentence(k int) string {
	hash := ""
	if s.Hash != "" {
		hash = ", hash " + s.Hash + ","
	}
	probes := fmt.Sprintf("%s %s", noun(len(s.Positions), "bit"), list(s.Positions))
	if repeated := k - len(s.Positions); repeated > 0 {
		probes += fmt.Sprintf(" (%s fell on another of the key)", plural(repeated, "probe"))
	}
	var set, clear []int
	for _, at := range s.Positions {
		if s.Before[at] {
			set = append(set, at)
		} else {
			clear = append(clear, at)
		}
	}
	switch {
	case !s.Ask && len(set) == 0:
		return fmt.Sprintf("add %s%s sets %s.", quoted(s.Key), hash, probes)
	case !s.Ask:
		return fmt.Sprintf("add %s%s sets %s; %s set before.", quoted(s.Key), hash, probes, was(set))
	case len(set) == 0:
		return fmt.Sprintf("ask %s%s meets %s, all clear: it is certainly absent.", quoted(s.Key), hash, probes)
	case !s.Found:
		return fmt.Sprintf("ask %s%s meets %s; %s clear: it is certainly absent.", quoted(s.Key), hash, probes, is(clear))
	case s.Present:
		return fmt.Sprintf("ask %s%s meets %s, all set: it may be there, and it is.", quoted(s.Key), hash, probes)
	}
	return fmt.Sprintf("ask %s%s meets %s, all set: it may be there, but it was never added, a false positive.", quoted(s.Key), hash, probes)
}

func noun(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

func was(numbers []int) string {
	if len(numbers) == 1 {
		return list(numbers) + " was"
	}
	return list(numbers) + " were"
}

func is(numbers []int) string {
	if len(numbers) == 1 {
		return list(numbers) + " is"
	}
	return list(numbers) + " are"
}
