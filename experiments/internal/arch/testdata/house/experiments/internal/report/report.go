package report

import (
	"gonum.org/v1/plot"                    // want report
	"hashlab/experiments/internal/measure" // want report
	"hashlab/experiments/internal/record"
	"hashlab/impl/registry" // want report
	"text/template"
	"time" // want report
)
