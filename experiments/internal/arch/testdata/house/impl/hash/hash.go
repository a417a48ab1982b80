package hash

import (
	"fmt"
	"hashlab/experiments/internal/keys" // want contract
	"hashlab/impl/hash/xx"              // want contract
	"hashlab/impl/registry"
	"math/bits"
	"math/rand/v2" // want contract
	"os"           // want contract
	"os/exec"      // want contract
	"testing"      // want contract
	"time"         // want contract
	"unsafe"       // want unsafe only in *_unsafe.go within impl
)
