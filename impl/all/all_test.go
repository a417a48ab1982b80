package all_test

import (
	"testing"

	_ "hashlab/impl/all"
	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
	"hashlab/impl/filter"
	"hashlab/impl/filter/filtertest"
	"hashlab/impl/hash"
	"hashlab/impl/hash/hashtest"
)

// The suites over everything that is registered: a new file is held to them without a line here.

func TestEveryHash(t *testing.T) {
	for _, e := range hash.All() {
		t.Run("hash="+e.Name, func(t *testing.T) {
			if err := hashtest.Run(e, testing.AllocsPerRun); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestEveryFilter(t *testing.T) {
	for _, e := range filter.All() {
		t.Run("filter="+e.Name, func(t *testing.T) {
			if err := filtertest.Run(e, testing.AllocsPerRun); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestEveryLocator(t *testing.T) {
	for _, e := range consistent.All() {
		t.Run("locator="+e.Name, func(t *testing.T) {
			if err := consistenttest.Run(e, testing.AllocsPerRun); err != nil {
				t.Error(err)
			}
		})
	}
}
