package article_test

import (
	"testing"

	"hashlab/impl/consistent"
	_ "hashlab/impl/consistent/article"
	"hashlab/impl/consistent/consistenttest"
)

func TestConformance(t *testing.T) {
	e, err := consistent.Find("article-ring")
	if err != nil {
		t.Fatal(err)
	}
	if err := consistenttest.Run(e, testing.AllocsPerRun); err != nil {
		t.Error(err)
	}
}
