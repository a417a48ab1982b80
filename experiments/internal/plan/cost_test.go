package plan

import "testing"

// TestKeep: what a busy machine took does not outlast a quicker trial, nor does a slower one replace it.
func TestKeep(t *testing.T) {
	const name = "a trial of this test"
	for _, tt := range []struct{ took, want float64 }{{3, 3}, {5, 3}, {2, 2}, {4, 2}} {
		if got := keep(name, tt.took); got != tt.want {
			t.Errorf("took=%v: got %v, want %v", tt.took, got, tt.want)
		}
		Recalibrate()
		if _, ok := trials.Load(name); ok {
			t.Error("it is not tried again")
		}
	}
}
