package machine

import (
	"testing"
	"time"
)

func TestUsageSub(t *testing.T) {
	tests := []struct {
		name                string
		after, before, want Usage
	}{
		{"counters=all", Usage{12, 5 * time.Second, 3}, Usage{10, time.Second, 3}, Usage{2, 4 * time.Second, 0}},
		{"counters=lacking after", Usage{NotCounted, NotCounted, NotCounted}, Usage{1, 1, 1}, Usage{NotCounted, NotCounted, NotCounted}},
		{"counters=lacking before", Usage{5, 5, 5}, Usage{NotCounted, 1, NotCounted}, Usage{NotCounted, 4, NotCounted}},
	}
	for _, test := range tests {
		if got := test.after.Sub(test.before); got != test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
	}
}

// Counters never run backwards; steal is left out, which hypervisors have corrected downwards.
func TestReadUsage(t *testing.T) {
	before := ReadUsage()
	for _, n := range []int64{before.InvoluntarySwitches, int64(before.Steal), before.Throttled} {
		if n < NotCounted {
			t.Errorf("got %+v", before)
		}
	}
	d := ReadUsage().Sub(before)
	if d.InvoluntarySwitches < NotCounted || d.Throttled < NotCounted {
		t.Errorf("difference: got %+v", d)
	}
}
