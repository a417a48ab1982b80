package ribbon

import (
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/filter/filtertest"
)

func TestConformance(t *testing.T) {
	for _, e := range filter.All() {
		t.Run(e.Name, func(t *testing.T) {
			if err := filtertest.Run(e, testing.AllocsPerRun); err != nil {
				t.Error(err)
			}
		})
	}
}
