package impl

import (
	"embed"
	"hashlab/impl/registry" // want embedded sources
)
