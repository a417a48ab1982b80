package keys

import (
	"gonum.org/v1/gonum/stat/distuv"
	"hashlab/datasets"
	"hashlab/experiments/internal/stats" // want keys
	"hashlab/impl/hash"                  // want keys
)
