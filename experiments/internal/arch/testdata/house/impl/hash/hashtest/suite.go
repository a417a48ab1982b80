package hashtest

import (
	"errors"
	"hashlab/impl/filter" // want conformance suite
	"hashlab/impl/hash"
	"hashlab/impl/hash/xx" // want conformance suite
	"hashlab/impl/registry"
	"testing"        // want conformance suite
	"testing/fstest" // want conformance suite
)
