package a

import (
	"hashlab/impl/hash/xx"
)
