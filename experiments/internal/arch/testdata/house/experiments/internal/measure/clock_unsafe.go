package measure

import (
	"unsafe" // want unsafe only in *_unsafe.go within impl
)
