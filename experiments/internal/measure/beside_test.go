package measure

import (
	"errors"
	"math"
	"slices"
	"testing"
	"time"
)

func TestTimeBeside(t *testing.T) {
	clock := &fakeClock{cost: 0, step: 1}
	timer := &Timer{now: clock.now}
	runs := 0
	kernel := Kernel{Keys: 10, Run: func() uint64 {
		runs++
		clock.at += time.Microsecond
		if runs == 7 { // one is held up
			clock.at += time.Millisecond
		}
		return 1
	}}
	got, err := timer.TimeBeside(kernel, nil, 2*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Batches) != 1000 || runs != 1001 || got.Others != 0 || got.Lasted != 2*time.Millisecond {
		t.Errorf("got %d batches of %d runs, %d others, %v", len(got.Batches), runs, got.Others, got.Lasted)
	}
	for q, want := range map[float64]float64{0.5: 1000, 0.999: 1000, 1: 1_001_000} {
		if ns := got.Quantile(q); ns != want {
			t.Errorf("quantile %v: got %v ns, want %v", q, ns, want)
		}
	}
	if !math.IsNaN(got.Quantile(0)) || !math.IsNaN((Beside{}).Quantile(0.5)) {
		t.Error("quantiles that there are not: got numbers")
	}
}

func TestTimeBesideAnother(t *testing.T) {
	timer := &Timer{now: time.Now}
	kernel := Kernel{Keys: 1, Run: func() uint64 { return 1 }}
	got, err := timer.TimeBeside(kernel, func() error { return nil }, 5*time.Millisecond)
	if err != nil || got.Others == 0 || len(got.Batches) == 0 || slices.Min(got.Batches) < 0 {
		t.Errorf("got %d others beside %d batches, %v", got.Others, len(got.Batches), err)
	}
	failed := errors.New("no room")
	if _, err := timer.TimeBeside(kernel, func() error { return failed }, time.Millisecond); !errors.Is(err, failed) {
		t.Errorf("got %v, want %v", err, failed)
	}
	times := 0
	_, err = timer.TimeBeside(kernel, func() error { // later, beside the batches
		if times++; times > 3 {
			return failed
		}
		return nil
	}, time.Millisecond)
	if !errors.Is(err, failed) {
		t.Errorf("got %v, want %v", err, failed)
	}
	if _, err := timer.TimeBeside(Kernel{}, nil, time.Millisecond); err == nil {
		t.Error("a kernel without keys: got no error")
	}
	if _, err := (&Timer{now: (&fakeClock{step: 1, stuck: true}).now}).TimeBeside(kernel, nil, time.Millisecond); !errors.Is(err, ErrClock) {
		t.Errorf("a clock that stands still: got %v", err)
	}
}
