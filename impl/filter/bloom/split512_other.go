//go:build !amd64 || purego

package bloom

// AddAll adds all of hs.
func (f *Split512) AddAll(hs []uint64) int {
	f.addAll(hs)
	return len(hs)
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Split512) ContainsAll(dst []bool, hs []uint64) { f.containsAll(dst[:len(hs):len(dst)], hs) }

// Count returns for how many of hs Contains is true.
func (f *Split512) Count(hs []uint64) int { return f.count(hs) }
