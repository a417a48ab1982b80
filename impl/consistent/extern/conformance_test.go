package extern_test

import (
	"strings"
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
	_ "hashlab/impl/consistent/extern"
)

// TestConformance holds every locator of the package to the suite. Benchmarks link our own in beside them.
func TestConformance(t *testing.T) {
	for _, e := range consistent.All() {
		if !strings.HasPrefix(e.Name, "x-") {
			continue
		}
		t.Run("locator="+e.Name, func(t *testing.T) {
			if err := consistenttest.Run(e, testing.AllocsPerRun); err != nil {
				t.Error(err)
			}
		})
	}
}
