package measure

import (
	"golang.org/x/sys/unix"
	"gonum.org/v1/gonum/stat"           // want measure
	"hashlab/experiments/internal/keys" // want measure
	"hashlab/experiments/internal/machine"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/impl/consistent"
	"hashlab/impl/filter"
	"hashlab/impl/filter/bloom" // want measure
	"hashlab/impl/hash"
	"time"
)
