package hash

import (
	"unsafe"
)
