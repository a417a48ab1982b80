package modulo_test

import (
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
	_ "hashlab/impl/consistent/modulo"
)

func TestConformance(t *testing.T) {
	e, err := consistent.Find("modulo")
	if err != nil {
		t.Fatal(err)
	}
	if err := consistenttest.Run(e, testing.AllocsPerRun); err != nil {
		t.Error(err)
	}
}
