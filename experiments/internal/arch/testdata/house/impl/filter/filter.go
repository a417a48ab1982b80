package filter

import (
	"hashlab/impl/consistent"         // want contract
	bloom "hashlab/impl/filter/bloom" // want contract
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)
