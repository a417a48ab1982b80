//go:build long

package advise

import (
	"testing"

	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/record"
)

// turnsToJudge is more than twice as many turns as a calibration takes.
const turnsToJudge = 41

// costs returns how many times the time of the least the first one takes, and which that is, in a timing of its own.
func costs(t *testing.T, kernels []measure.Kernel) (times float64, least int) {
	t.Helper()
	all, err := timeAll(t.Context(), kernels, turnsToJudge)
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		if all[i].Ns < all[least].Ns {
			least = i
		}
	}
	return float64(all[0].Ns / all[least].Ns), least
}

// TestHashAdviceIsNearTheBest: the function that a calibration advises takes at most a tenth more than the fastest of those that
// fit, for keys of every length.
func TestHashAdviceIsNearTheBest(t *testing.T) {
	a := Adviser{Store: record.Store{Root: t.TempDir()}, Machine: "m-none", From: Calibration}
	for _, length := range []int{1, 7, 8, 16, 24, 40, 100, 250, 1000, 100_000} {
		w := HashWish{KeyBytes: length}
		advice, err := a.Hash(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		kernels, err := hashKernels(w, advice.Ranked)
		if err != nil {
			t.Fatal(err)
		}
		ratio, least := costs(t, kernels)
		t.Logf("key_bytes=%d: %s takes %.3f times %s, of %d", length, advice.Ranked[0].Entry.Name, ratio, advice.Ranked[least].Entry.Name, len(kernels))
		if ratio > 1.1 {
			t.Errorf("key_bytes=%d: the advised takes %.3f times as long as the best", length, ratio)
		}
	}
}

// TestRingAdviceIsNearTheBest: so does the locator.
func TestRingAdviceIsNearTheBest(t *testing.T) {
	a := Adviser{Store: record.Store{Root: t.TempDir()}, Machine: "m-none", From: Calibration}
	for _, w := range []RingWish{
		{Nodes: 3, Peak: 1.2, Leave: LeaveAny}, {Nodes: 12, Peak: 1.1, Leave: LeaveAny, Weights: true}, {Nodes: 12, Peak: 1.1, Leave: LeaveAny, Replicas: 3},
		{Nodes: 50, Peak: 1.25, Leave: LeaveLast}, {Nodes: 100, Peak: 1.1, Leave: LeaveAny}, {Nodes: 500, Peak: 1.5, Leave: LeaveNone},
		{Nodes: 100, Peak: 2, Leave: LeaveAny, MaxLoad: 1.25},
	} {
		advice, err := a.Ring(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		kernels, err := ringKernels(w, advice.Ranked)
		if err != nil {
			t.Fatal(err)
		}
		ratio, least := costs(t, kernels)
		t.Logf("%+v: %s takes %.3f times %s, of %d", w, advice.Ranked[0].Entry.Name, ratio, advice.Ranked[least].Entry.Name, len(kernels))
		if ratio > 1.1 {
			t.Errorf("%+v: the advised takes %.3f times as long as the best", w, ratio)
		}
	}
}
