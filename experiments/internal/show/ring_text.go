package show

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// bandWidth is how many characters stand for the circle.
const bandWidth = 72

// mostListed is the largest number of points that the text lists one by one.
const mostListed = 64

// Text writes the story: the circle as a band of letters, the shares, what moves and the points.
func (t *RingStory) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nThe circle from 0 to 2^64, a letter for the owner at each of %d places:\n", t.Title, bandWidth)
	t.bands(&b)
	fmt.Fprintln(&b, "\nShare of the circle")
	for i, id := range t.Nodes {
		fmt.Fprintf(&b, "  %s  %-20s %s", t.letters()[i], short(id, 20), percent(t.Before.Shares, id))
		if t.Changed {
			fmt.Fprintf(&b, "  → %s", percent(t.After.Shares, id))
		}
		fmt.Fprintln(&b)
	}
	if t.Changed {
		fmt.Fprintf(&b, "\n%s\n", t.finding())
		for _, m := range t.Moves() {
			fmt.Fprintf(&b, "  %s → %s  %.2f %%\n", short(m.From, 20), short(m.To, 20), 100*m.Share)
		}
	}
	for _, k := range t.Keys {
		fmt.Fprintf(&b, "\n%s", t.keySentence(k))
	}
	if len(t.Keys) > 0 {
		fmt.Fprintln(&b)
	}
	t.points(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// letters returns a sign for each node: the first rune of its id where those differ, else a letter in order.
func (t *RingStory) letters() []string {
	var own, inOrder []string
	for i, id := range t.Nodes {
		first, _ := utf8.DecodeRuneInString(id)
		own, inOrder = append(own, short(string(first), 1)), append(inOrder, string(rune('A'+i)))
	}
	if distinct := slices.Compact(slices.Sorted(slices.Values(own))); len(distinct) == len(own) {
		return own
	}
	return inOrder
}

func (t *RingStory) bands(b *strings.Builder) {
	letters := t.letters()
	letter := func(id string) string {
		if at := slices.Index(t.Nodes, id); at >= 0 {
			return letters[at]
		}
		return "-"
	}
	var before, after, moved strings.Builder
	for i := range uint64(bandWidth) {
		h := (1<<63/bandWidth)*2*i + 1<<63/bandWidth // the middle of the place
		was, is := t.Before.owner(h), t.After.owner(h)
		before.WriteString(letter(was))
		after.WriteString(letter(is))
		if was != is {
			moved.WriteString("^")
		} else {
			moved.WriteString(" ")
		}
	}
	if !t.Changed {
		fmt.Fprintf(b, "  now     %s\n", &before)
		return
	}
	fmt.Fprintf(b, "  before  %s\n  after   %s\n", &before, &after)
	if strings.Contains(moved.String(), "^") {
		fmt.Fprintf(b, "  moves   %s\n", strings.TrimRight(moved.String(), " "))
	}
}

// finding says how much moves, and how much of it between nodes that stay.
func (t *RingStory) finding() string {
	needless := 0.0
	for _, m := range t.Moves() {
		_, stays := t.After.Shares[m.From]
		_, old := t.Before.Shares[m.To]
		if stays && old {
			needless += m.Share
		}
	}
	text := fmt.Sprintf("%.2f %% of the circle changes its owner", 100*t.Moved())
	if needless == 0 {
		return text + ", none of it between two nodes that stay."
	}
	return text + fmt.Sprintf(", %.2f %% of it between two nodes that stay.", 100*needless/t.Moved())
}

func (t *RingStory) keySentence(k PlacedKey) string {
	text := fmt.Sprintf("key %s lies at %.4f of the circle and belongs to %s", quoted(k.Key), share(^uint64(0), k.At), named(k.Before))
	switch {
	case !t.Changed:
		return text + "."
	case k.Before == k.After:
		return text + ", before and after."
	}
	return text + ", afterwards to " + named(k.After) + "."
}

func named(id string) string {
	if id == "" {
		return "none"
	}
	return short(id, 28)
}

func percent(shares map[string]float64, id string) string {
	if s, ok := shares[id]; ok {
		return fmt.Sprintf("%6.2f %%", 100*s)
	}
	return "       –"
}

// points lists the points of the ring, after the change where there is one.
func (t *RingStory) points(b *strings.Builder) {
	if len(t.After.Points) > mostListed {
		fmt.Fprintf(b, "\n%d points; with at most %d they are listed here.\n", len(t.After.Points), mostListed)
		return
	}
	fmt.Fprintf(b, "\nPoints, as a share of the circle and as a hash\n")
	known := map[RingPoint]bool{}
	for _, p := range t.Before.Points {
		known[p] = true
	}
	for _, p := range t.After.Points {
		fresh := ""
		if !known[p] {
			fresh = "  new"
		}
		fmt.Fprintf(b, "  %.4f  %016x  %s%s\n", share(^uint64(0), p.At), p.At, short(p.Node, 28), fresh)
	}
}
