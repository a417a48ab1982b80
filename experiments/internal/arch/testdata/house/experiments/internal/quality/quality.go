package quality

import (
	"golang.org/x/sys/unix" // want quality
	"gonum.org/v1/gonum/stat"
	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/record" // want quality
	"hashlab/experiments/internal/stats"
	"hashlab/experiments/internal/theory"
	"hashlab/impl/filter" // want quality
	"hashlab/impl/hash"
	"hashlab/impl/hash/xx" // want quality
)
