// Package all links every implementation in: importing it fills the three registries.
//
// A new package of a family is one line here. A new file in a family that exists needs none.
package all

import (
	_ "hashlab/impl/consistent/arithmetic"
	_ "hashlab/impl/consistent/article"
	_ "hashlab/impl/consistent/bucket"
	_ "hashlab/impl/consistent/control"
	_ "hashlab/impl/consistent/extern"
	_ "hashlab/impl/consistent/jump"
	_ "hashlab/impl/consistent/maglev"
	_ "hashlab/impl/consistent/modulo"
	_ "hashlab/impl/consistent/probe"
	_ "hashlab/impl/consistent/rendezvous"
	_ "hashlab/impl/consistent/ring"
	_ "hashlab/impl/consistent/slots"
	_ "hashlab/impl/filter/article"
	_ "hashlab/impl/filter/bloom"
	_ "hashlab/impl/filter/control"
	_ "hashlab/impl/filter/cuckoo"
	_ "hashlab/impl/filter/extern"
	_ "hashlab/impl/filter/fuse"
	_ "hashlab/impl/filter/quotient"
	_ "hashlab/impl/filter/ribbon"
	_ "hashlab/impl/hash/checksum"
	_ "hashlab/impl/hash/control"
	_ "hashlab/impl/hash/crypto"
	_ "hashlab/impl/hash/farm"
	_ "hashlab/impl/hash/fnv"
	_ "hashlab/impl/hash/goruntime"
	_ "hashlab/impl/hash/metro"
	_ "hashlab/impl/hash/murmur"
	_ "hashlab/impl/hash/sip"
	_ "hashlab/impl/hash/xx"
)
