package figure

import (
	"codeberg.org/go-fonts/dejavu/dejavusans"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/plotter"
	"hashlab/experiments/internal/measure" // want figure
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/experiments/internal/theory"
	"hashlab/impl/filter" // want figure
	"time"                // want figure
)
