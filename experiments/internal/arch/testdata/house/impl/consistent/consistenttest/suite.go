package consistenttest

import (
	"errors"
	"hashlab/impl/consistent"
	"hashlab/impl/consistent/ring" // want conformance suite
	"testing/quick"                // want conformance suite
)
