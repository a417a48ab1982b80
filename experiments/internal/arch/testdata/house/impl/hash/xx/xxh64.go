package xx

import (
	"github.com/zeebo/xxh3"
	"hashlab/impl/hash/xx/internal/lanes"
)
