package plan

import (
	"golang.org/x/sys/unix"   // want plan, advise and show
	"hashlab/experiments/fpr" // want plan, advise and show
	"hashlab/experiments/internal/stats"
	"hashlab/impl/filter"
	"hashlab/impl/filter/bloom" // want plan, advise and show
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)
