package ribbon

import (
	"fmt"
	"testing"

	"hashlab/impl/filter/filtertest"
)

func TestAsked(t *testing.T) {
	for _, keys := range []int{200, 1000} {
		t.Run(fmt.Sprintf("n=%d", keys), func(t *testing.T) {
			f := mustBuild(t, filtertest.AskedHashes(keys))
			if err := filtertest.Asked(f, f.containsAsked, f.countAsked, testing.AllocsPerRun); err != nil {
				t.Error(err)
			}
		})
	}
}
