package ring_test

import (
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
	_ "hashlab/impl/consistent/ring"
)

func TestConformance(t *testing.T) {
	e, err := consistent.Find("ring-vnodes")
	if err != nil {
		t.Fatal(err)
	}
	if err := consistenttest.Run(e, testing.AllocsPerRun); err != nil {
		t.Error(err)
	}
}
