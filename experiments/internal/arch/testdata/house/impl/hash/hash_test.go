package hash

import (
	"hashlab/impl/hash/xx"
	"testing"
	"unsafe"
)
