package record

import (
	"github.com/gofrs/flock"
	"github.com/google/renameio/v2"
	"github.com/jszwec/csvutil"
	"github.com/parquet-go/parquet-go"
	"golang.org/x/perf/benchfmt"
	"hashlab/experiments/internal/measure" // want record
	"hashlab/experiments/internal/stats"   // want record
	"hashlab/impl/filter"                  // want record
	"time"
)
