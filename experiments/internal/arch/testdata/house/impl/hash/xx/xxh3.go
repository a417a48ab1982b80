package xx

import (
	"encoding/binary"
	"github.com/cespare/xxhash/v2"
	"github.com/cespare/xxhash/v2/xxhashsum"
	"github.com/zeebo/xxh3" // want a hash file adapts one library
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)
