package theory

import (
	"golang.org/x/perf/benchfmt" // want theory and stats
	"golang.org/x/perf/benchmath"
	"gonum.org/v1/gonum/mathext"
	"hashlab/impl/filter" // want theory and stats
)
