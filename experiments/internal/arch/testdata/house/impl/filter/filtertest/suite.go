package filtertest

import (
	"hashlab/impl/filter"
	"hashlab/impl/hash"
	"pgregory.net/rapid" // want conformance suite
	"time"
)
