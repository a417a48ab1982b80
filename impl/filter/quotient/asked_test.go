package quotient

import (
	"fmt"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/filter/filtertest"
)

func TestAsked(t *testing.T) {
	for _, fpr := range []float64{0.1, 0.01, 1e-5} { // remainders that lie within a word and across two
		t.Run(fmt.Sprintf("fpr=%v", fpr), func(t *testing.T) {
			f, err := New(filter.Spec{N: 210, FPR: fpr})
			if err != nil {
				t.Fatal(err)
			}
			if err := filtertest.AskedAdded(f, f.containsAsked, f.countAsked, testing.AllocsPerRun); err != nil {
				t.Error(err)
			}
		})
	}
}
