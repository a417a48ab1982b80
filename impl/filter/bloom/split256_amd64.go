//go:build !purego

package bloom

import "golang.org/x/sys/cpu"

var kernels = func() []string {
	switch avx2 := cpu.X86.HasAVX2 && cpu.X86.HasBMI2; {
	case avx2 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ:
		return []string{kernelAVX512, kernelAVX2, kernelGo}
	case avx2:
		return []string{kernelAVX2, kernelGo}
	}
	return []string{kernelGo}
}()

// Add sets the bits of h. It never refuses.
func (f *Split256) Add(h uint64) bool {
	if vector.Load() {
		addAVX2(f, h)
	} else {
		set256(f.block(h), uint32(h))
	}
	return true
}

// AddAll adds all of hs.
func (f *Split256) AddAll(hs []uint64) int {
	if vector.Load() {
		addAllAVX2(f.blocks, hs, f.away)
	} else {
		f.addAll(hs)
	}
	return len(hs)
}

// Contains reports whether all bits of h are set.
func (f *Split256) Contains(h uint64) bool {
	if vector.Load() {
		return containsAVX2(f, h)
	}
	return hit256(f.block(h), uint32(h)) != 0
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Split256) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	if vector.Load() {
		containsAllAVX2(dst, f.blocks, hs, f.away)
	} else {
		f.containsAll(dst, hs)
	}
}

// Count returns for how many of hs Contains is true.
func (f *Split256) Count(hs []uint64) int {
	if vector.Load() {
		return countAVX2(f.blocks, hs, f.away)
	}
	return f.count(hs)
}

// Each function in assembly is the loop of the method in split256_go.go that it is named like, on the blocks of the
// filter; where that is not near, with every block asked for 128 keys ahead of its turn, in the cache that far.go names.
//
// The second-level cache instead of the first took 1.03 to 1.06 times as long at n = 3e6, 1.01 to 1.04 at 1e7, 0.96 to 1.01
// at 3e7, and at 1e8 0.8 to 0.9 times. Tried there besides, against that at n = 1e8: 64 and 256 keys ahead, 0.99 and 1.03;
// 512 ahead, 1.17; 256 ahead, and 16 ahead once more in the first-level cache, 1.03 (and 1.1 at 1e7); the third-level cache
// (PREFETCHT2) 256 ahead, 1.02; for adding, asking for the line to be written (PREFETCHW), 1.24.
//
// Tried: the test of AVX-512 into a mask register, on vectors of 256 bits. It took as long at n = 1e3 and 1e5 (1.18 and 1.3
// ns a key in both), and within what runs differ by at 1e6 and 1e7.

//go:noescape
func countAVX2(blocks [][lanes]uint32, hs []uint64, away distance) int

// containsAllAVX2 writes len(hs) answers to dst, which must have room for them.
//
//go:noescape
func containsAllAVX2(dst []bool, blocks [][lanes]uint32, hs []uint64, away distance)

//go:noescape
func addAllAVX2(blocks [][lanes]uint32, hs []uint64, away distance)

// containsAVX2 is hit256(f.block(h), uint32(h)) == 1.
//
//go:noescape
func containsAVX2(f *Split256, h uint64) bool

// addAVX2 is set256(f.block(h), uint32(h)).
//
//go:noescape
func addAVX2(f *Split256, h uint64)
