package registry

import (
	"fmt"
	"github.com/google/go-cmp/cmp" // want registry
	"hashlab/impl/hash"            // want registry
	"runtime"
)
