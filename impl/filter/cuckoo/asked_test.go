package cuckoo

import (
	"fmt"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/filter/filtertest"
)

func TestAsked(t *testing.T) {
	for _, width := range widths {
		t.Run(fmt.Sprintf("width=%d", width), func(t *testing.T) {
			f, err := New(width, filter.Spec{N: 210})
			if err != nil {
				t.Fatal(err)
			}
			if err := filtertest.AskedAdded(f, f.containsAsked, f.countAsked, testing.AllocsPerRun); err != nil {
				t.Error(err)
			}
		})
	}
}
