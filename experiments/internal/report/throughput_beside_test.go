package report

import (
	"strings"
	"testing"

	"hashlab/experiments/internal/record"
)

func TestBeside(t *testing.T) {
	s := record.Store{Root: t.TempDir()}
	rows, err := besideRows(s)
	if err != nil || len(rows) != 0 || besideFindings(rows)[0] != "Look-ups beside changes of nodes were not measured." {
		t.Errorf("nothing was measured: got %d rows, %v", len(rows), err)
	}
	row := func(guard string, threads int, ns, p99 record.Float) record.BesideRow {
		return record.BesideRow{Impl: "ring-vnodes", Guard: guard, Nodes: 1000, Threads: threads, BatchKeys: 512, Batches: 12345,
			NsPerKey: ns, NsLow: ns, NsHigh: ns, MedianNs: 2500, P99Ns: p99, MostNs: 1_000_000, ChangesPerS: record.Float(threads-1) * 450, Blocks: 6}
	}
	put(t, s, "throughput_beside.csv", row("snapshot", 1, 5, 5000), row("snapshot", 2, 6, 8000), row("rwmutex", 1, 5, 5000), row("rwmutex", 2, 600, 650_000), row("alone", 2, 1, 1))
	if rows, err = besideRows(s); err != nil {
		t.Fatal(err)
	}
	text := besideTable(rows).String()
	for _, want := range []string{
		"| `ring-vnodes` | 1000 | snapshot | no | 5.00 (5.00 to 5.00) | 12,345 | 512 | 2.50 | 5.00 | 1000 | – |",
		"| `ring-vnodes` | 1000 | rwmutex | all the time | 600 (600 to 600) | 12,345 | 512 | 2.50 | 650 | 1000 | 450 |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("got\n%s\nwant %s", text, want)
		}
	}
	found := besideFindings(rows)
	if len(found) != 2 || !strings.Contains(found[0], "1.20 times as long") || !strings.Contains(found[0], "kept apart by snapshot") ||
		!strings.Contains(found[1], "120 times as long") || !strings.Contains(found[1], "650 µs, against 5.00") {
		t.Errorf("got %q", found)
	}
}
