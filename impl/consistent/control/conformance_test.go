package control_test

import (
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
	_ "hashlab/impl/consistent/control"
)

// TestConformance holds every locator of the package to the suite, which must find the failures that it exists for.
func TestConformance(t *testing.T) {
	for _, e := range consistent.All() {
		t.Run("locator="+e.Name, func(t *testing.T) {
			if err := consistenttest.Run(e, testing.AllocsPerRun); err != nil {
				t.Error(err)
			}
		})
	}
}
