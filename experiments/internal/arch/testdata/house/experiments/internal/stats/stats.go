package stats

import (
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"                   // want theory and stats
	"hashlab/experiments/internal/theory" // want theory and stats
)
