package report

import (
	"fmt"
	"slices"
	"strings"
)

// MostFigures is how many figures the report shows at most; the gallery has all of them.
const MostFigures = 24

// linked are figures that the report links instead of showing: each repeats, for another part of the grid, what
// a shown one says.
var linked = []string{
	"balance-bounds", "balance-weights", "fpr-derivation", "fpr-keys", "fpr-probes", "hashing-cold", "memory-build", "memory-locators", "quality-pollution", "remap-changes", "signup-latency",
	"throughput-changes", "throughput-concurrency", "throughput-hits", "cachetier-schemes",
}

// Gallery returns the text of plots/README.md: every figure with what it shows and the command that draws it.
func Gallery(figures []Figure) []byte {
	var b strings.Builder
	b.WriteString("# All figures\n\n`hashlab plot` writes this file and every figure in this folder from [results/](../results/). Beside each picture lie a PNG of it\n" +
		"and the rows that were drawn. [REPORT.md](../REPORT.md) says how they were measured and how to read them.\n")
	experiment := ""
	for _, f := range figures {
		if f.Experiment != experiment {
			experiment = f.Experiment
			fmt.Fprintf(&b, "\n## %s\n", experiment)
		}
		fmt.Fprintf(&b, "\n### %s\n\n**%s** %s\n\n![%s](%[1]s.svg)\n\n[SVG](%[1]s.svg) · [PNG](%[1]s.png) · [data](%[1]s.csv) · `hashlab plot %[1]s`\n", f.Name, f.Title, f.Subtitle, f.Alt)
	}
	return []byte(b.String())
}

// parted returns the figures of an experiment that the report shows, and those that it links.
func parted(figures []Figure, experiment string) (shown, others []Figure) {
	for _, f := range figures {
		switch {
		case f.Experiment != experiment:
		case slices.Contains(linked, f.Name):
			others = append(others, f)
		default:
			shown = append(shown, f)
		}
	}
	return shown, others
}
