//go:build !amd64 || purego

package bloom

var kernels = []string{kernelGo}

// Add sets the bits of h. It never refuses.
func (f *Split256) Add(h uint64) bool {
	set256(f.block(h), uint32(h))
	return true
}

// AddAll adds all of hs.
func (f *Split256) AddAll(hs []uint64) int {
	f.addAll(hs)
	return len(hs)
}

// Contains reports whether all bits of h are set.
func (f *Split256) Contains(h uint64) bool { return hit256(f.block(h), uint32(h)) != 0 }

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Split256) ContainsAll(dst []bool, hs []uint64) { f.containsAll(dst[:len(hs):len(dst)], hs) }

// Count returns for how many of hs Contains is true.
func (f *Split256) Count(hs []uint64) int { return f.count(hs) }
