package lanes

import (
	"hashlab/impl/filter" // want hash family
	"hashlab/impl/hash"
)
