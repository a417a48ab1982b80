package ring

import (
	"hashlab/impl/consistent"
	"hashlab/impl/filter" // want filter or locator family
	"unsafe"              // want unsafe only in *_unsafe.go within impl
)
