package bloom

import (
	"github.com/zeebo/xxh3" // want filter or locator family
	"golang.org/x/sys/cpu"
	"golang.org/x/sys/unix"   // want filter or locator family
	"hashlab/impl/consistent" // want filter or locator family
	"hashlab/impl/filter"
	"hashlab/impl/filter/cuckoo" // want filter or locator family
	"hashlab/impl/hash"
	"hashlab/impl/hash/xx" // want filter or locator family
	"hashlab/impl/registry"
)
