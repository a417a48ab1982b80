package main

import (
	"strings"
	"testing"

	"hashlab/experiments/internal/record"
	"hashlab/impl/filter/bloom"
)

// TestKernelsAreRecorded: the facts about a run name the code path that was in use, whichever it was, and so does the
// doctor.
func TestKernelsAreRecorded(t *testing.T) {
	defer func(before string) {
		if err := bloom.SetKernel(before); err != nil {
			t.Error(err)
		}
	}(bloom.Kernel())
	for _, name := range bloom.Kernels() {
		if err := bloom.SetKernel(name); err != nil {
			t.Fatal(err)
		}
		store := record.Store{Root: t.TempDir()}
		if err := (bench{store: store}).enter(record.Measurement{}); err != nil {
			t.Fatal(err)
		}
		run, err := store.ReadRun()
		if err != nil {
			t.Fatal(err)
		}
		if got := run.Experiments["bars"].Kernels["impl/filter/bloom"]; got != name {
			t.Errorf("kernel %s: the record says %q", name, got)
		}
		if got := paths().value; !strings.HasSuffix(got, "impl/filter/bloom "+name) {
			t.Errorf("kernel %s: the doctor says %q", name, got)
		}
	}
}
