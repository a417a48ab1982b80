package bloom

import (
	"fmt"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/filter/filtertest"
)

func TestAsked(t *testing.T) {
	for _, k := range []int{1, 7, filter.MaxK} {
		t.Run(fmt.Sprintf("k=%d", k), func(t *testing.T) {
			f, err := NewCountingBlocked(filter.Spec{M: 4 * 8192, K: k})
			if err != nil {
				t.Fatal(err)
			}
			if err := filtertest.AskedAdded(f, f.containsAsked, f.countAsked, testing.AllocsPerRun); err != nil {
				t.Error(err)
			}
		})
	}
}
