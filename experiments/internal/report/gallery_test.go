package report

import (
	"strings"
	"testing"

	"hashlab/experiments/internal/record"
)

func TestGalleryHasEveryFigure(t *testing.T) {
	text := string(Gallery([]Figure{{Name: "fpr-x", Experiment: "fpr", Title: "It agrees", Subtitle: "Of all.", Alt: "A plot."}, {Name: "remap-y", Experiment: "remap", Title: "It moves"}}))
	for _, want := range []string{"## fpr", "### fpr-x", "**It agrees** Of all.", "![A plot.](fpr-x.svg)", "[data](fpr-x.csv)", "`hashlab plot remap-y`", "## remap"} {
		if !strings.Contains(text, want) {
			t.Errorf("the gallery lacks %q:\n%s", want, text)
		}
	}
}

// TestLinkedFiguresAreNotShown: the report shows a figure once, and links the others.
func TestLinkedFiguresAreNotShown(t *testing.T) {
	defer func(was []string) { linked = was }(linked)
	linked = []string{"fpr-more"}
	s := record.Store{Root: t.TempDir()}
	put(t, s, "fpr.csv", fprRow("bloom-classic", "xxh3", "random8", "fpr", 0.01, 0.01, 1))
	files, err := Write(s, []Figure{{Name: "fpr-x", Experiment: "fpr", Title: "It agrees"}, {Name: "fpr-more", Experiment: "fpr", Title: "It agrees again"}}, []Question{{"fpr", "?"}})
	if err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string]int{"](plots/fpr-x.svg)](plots/fpr-x.svg)": 1, "](plots/fpr-more.svg)](plots/fpr-more.svg)": 0, "[It agrees again](plots/fpr-more.svg)": 1} {
		if got := strings.Count(string(files[0].Text), words); got != want {
			t.Errorf("%q stands %d times, want %d", words, got, want)
		}
	}
}
