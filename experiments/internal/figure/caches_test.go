package figure

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

func TestCacheMarks(t *testing.T) {
	s := record.Store{Root: t.TempDir()}
	if marks, text, err := cacheMarks(s, 1.25); len(marks) > 0 || text != "" || err != nil {
		t.Errorf("no run: got %v, %q, %v", marks, text, err)
	}
	run := `{"schema":"hashlab.results/v1","machine":{"hardware":{"l1_bytes":"50000","l2_bytes":"unknown","l3_bytes":"5000000"}}}`
	if err := record.WriteFile(s.Result(record.RunFile), []byte(run)); err != nil {
		t.Fatal(err)
	}
	got, text, err := cacheMarks(s, 1.25)
	want := []chart.Mark{chart.Rule{Across: chart.OnX, At: 40_000, Style: chart.Bound}, chart.Rule{Across: chart.OnX, At: 4e6, Style: chart.Bound}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil || text == "" {
		t.Errorf("got %q, %v (-want +got):\n%s", text, err, diff)
	}
	if marks, _, err := cacheMarks(s, 0); len(marks) > 0 || err != nil {
		t.Errorf("no filter: got %v, %v", marks, err)
	}
	rows := []record.ThroughputRow{{Impl: baseFilter, N: 10, Bytes: 100}, {Impl: baseFilter, N: 1000, Bytes: 1200}, {Impl: "other", N: 9000, Bytes: 1}}
	if got := bytesPerKeyOf(rows, baseFilter); got != 1.2 {
		t.Errorf("bytes a key: got %v, want those of the largest filter", got)
	}
}
