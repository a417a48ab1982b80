package bloom

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
)

// The code paths of bulk calls, by name. All set the same bits and give the same answers.
const (
	kernelGo     = "go"     // always there
	kernelAVX2   = "avx2"   // in assembly: Split256, look-ups by remix, and bulk adding to Classic where it is far
	kernelAVX512 = "avx512" // as avx2, and bulk calls of Split512
)

// What of assembly is in use, where there is any: vector that of avx2, wide what avx512 has besides.
var vector, wide atomic.Bool

func init() { use(kernels[0]) }

func use(name string) {
	vector.Store(name != kernelGo)
	wide.Store(name == kernelAVX512)
}

// Kernels returns the names of the code paths of this package in this build and on this machine. Filters use the first
// until SetKernel picks another; the last is "go".
func Kernels() []string { return slices.Clone(kernels) }

// Kernel returns the name of the code path that is in use.
func Kernel() string {
	switch {
	case wide.Load():
		return kernelAVX512
	case vector.Load():
		return kernelAVX2
	}
	return kernelGo
}

// SetKernel makes every filter use the code path called name, for tests and to measure one against the other. It
// may be called at any time. A name that is not among Kernels is an error.
func SetKernel(name string) error {
	if !slices.Contains(kernels, name) {
		return fmt.Errorf("bloom: kernel %q is not one of %s", name, strings.Join(kernels, ", "))
	}
	use(name)
	return nil
}
