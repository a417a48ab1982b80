//go:build !purego

package bloom

// AddAll adds all of hs.
func (f *Split512) AddAll(hs []uint64) int {
	if wide.Load() {
		addAllAVX512(f.words, f.m>>9, hs, f.far)
	} else {
		f.addAll(hs)
	}
	return len(hs)
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Split512) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	if wide.Load() {
		containsAllAVX512(dst, f.words, f.m>>9, hs, f.far)
	} else {
		f.containsAll(dst, hs)
	}
}

// Count returns for how many of hs Contains is true.
func (f *Split512) Count(hs []uint64) int {
	if wide.Load() {
		return countAVX512(f.words, f.m>>9, hs, f.far)
	}
	return f.count(hs)
}

// Each function in assembly is the loop of the method of Split512 that it is named like, on the words of the filter and the
// number of its blocks; where far is set, with every block asked for ahead of its turn.

//go:noescape
func countAVX512(words []uint64, blocks uint64, hs []uint64, far bool) int

// containsAllAVX512 writes len(hs) answers to dst, which must have room for them.
//
//go:noescape
func containsAllAVX512(dst []bool, words []uint64, blocks uint64, hs []uint64, far bool)

//go:noescape
func addAllAVX512(words []uint64, blocks uint64, hs []uint64, far bool)
