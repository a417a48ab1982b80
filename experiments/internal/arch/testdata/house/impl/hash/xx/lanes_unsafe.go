//go:build !purego

package xx

import (
	"hashlab/impl/hash/farm" // want hash family
	"unsafe"
)
