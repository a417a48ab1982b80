package arithmetic_test

import (
	"testing"

	"hashlab/impl/consistent"
	_ "hashlab/impl/consistent/arithmetic"
	"hashlab/impl/consistent/consistenttest"
)

func TestConformance(t *testing.T) {
	for _, e := range consistent.All() {
		t.Run(e.Name, func(t *testing.T) {
			if err := consistenttest.Run(e, testing.AllocsPerRun); err != nil {
				t.Error(err)
			}
		})
	}
}
