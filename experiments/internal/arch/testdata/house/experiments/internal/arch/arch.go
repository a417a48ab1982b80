package arch

import (
	"go/parser"
	"hashlab/impl/registry" // want datasets and arch
)
