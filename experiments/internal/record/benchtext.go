package record

import (
	"bytes"
	"fmt"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// A BenchLine is one timed series in one block.
type BenchLine struct {
	Name   string   // words without spaces, the first in upper case
	Levels []string // key=value, without spaces
	Keys   int      // keys timed in all samples
	Ns     float64  // ns per key
}

// BenchText returns lines in the Go benchmark format, which benchstat reads: a line a block, so that its
// samples are independent.
func BenchText(lines []BenchLine) ([]byte, error) {
	var text bytes.Buffer
	w := benchfmt.NewWriter(&text)
	unit := &benchfmt.UnitMetadata{UnitMetadataKey: benchfmt.UnitMetadataKey{Unit: "ns/key", Key: "better"},
		OrigUnit: "ns/key", Value: "lower"}
	if err := w.Write(unit); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	for _, l := range lines {
		name := l.Name
		for _, level := range l.Levels {
			name += "/" + strings.ReplaceAll(level, " ", "_")
		}
		r := &benchfmt.Result{Name: benchfmt.Name(name), Iters: l.Keys, Values: []benchfmt.Value{{Value: l.Ns, Unit: "ns/key"}}}
		if err := w.Write(r); err != nil {
			return nil, fmt.Errorf("record: %s: %w", name, err)
		}
	}
	return text.Bytes(), nil
}
