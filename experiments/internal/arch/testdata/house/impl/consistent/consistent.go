package consistent

import (
	"github.com/cespare/xxhash/v2" // want contract
	"hashlab/impl/hash"
	"math"
)
