package bloom

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
)

// The code paths of bulk calls, by name. All set the same bits and give the same answers.
const (
	kernelGo   = "go"   // always there
	kernelAVX2 = "avx2" // in assembly: Split256, and bulk calls of Classic where it is far
)

// vector says that the kernel in assembly is in use, where there is one.
var vector atomic.Bool

func init() { vector.Store(len(kernels) > 1) }

// Kernels returns the names of the code paths of this package in this build and on this machine. Filters use the first
// until SetKernel picks another; the last is "go".
func Kernels() []string { return slices.Clone(kernels) }

// Kernel returns the name of the code path that is in use.
func Kernel() string {
	if vector.Load() {
		return kernels[0]
	}
	return kernelGo
}

// SetKernel makes every filter use the code path called name, for tests and to measure one against the other. It
// may be called at any time. A name that is not among Kernels is an error.
func SetKernel(name string) error {
	if !slices.Contains(kernels, name) {
		return fmt.Errorf("bloom: kernel %q is not one of %s", name, strings.Join(kernels, ", "))
	}
	vector.Store(name != kernelGo)
	return nil
}
