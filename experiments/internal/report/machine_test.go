package report

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/experiments/internal/record"
)

// TestMachineFacts: a line a fact, what is unknown left out, and every code path that some experiment ran on.
func TestMachineFacts(t *testing.T) {
	got, err := machineFacts(record.Run{
		Machine: json.RawMessage(`{"go": {"version": "go1.26", "modules": {"a": "v1"}}, "cpus": "2", "turbo": "unknown"}`),
		Experiments: map[string]record.Measurement{
			"fpr":        {Kernels: map[string]string{"impl/filter/bloom": "go"}},
			"memory":     {},
			"throughput": {Kernels: map[string]string{"impl/filter": "ask", "impl/filter/bloom": "avx2"}},
			"signup":     {Kernels: map[string]string{"impl/filter": "ask", "impl/filter/bloom": "avx2"}},
		},
	})
	want := []string{"cpus: 2", "version: go1.26", "kernel of impl/filter: ask", "kernel of impl/filter/bloom: go, avx2"}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
