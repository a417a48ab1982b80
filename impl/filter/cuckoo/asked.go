package cuckoo

import "hashlab/impl/filter"

// Bulk look-ups in a large filter, with the buckets of some keys asked for before they are read.

// asked is what such a look-up knows of its keys.
type asked struct {
	fps     [filter.AskedKeys]uint64
	buckets [2 * filter.AskedKeys]uint64 // two a key, as their places in data
}

// ask asks for the buckets of the first of hs, and returns how many hashes they are of.
func (f *Filter) ask(a *asked, hs []uint64) int {
	n := min(filter.AskedKeys, len(hs))
	for j, h := range hs[:n] {
		fp, i := f.place(h)
		a.fps[j] = fp
		a.buckets[2*j], a.buckets[2*j+1] = i*f.size, f.other(fp, i)*f.size
	}
	filter.Ask(f.data, a.buckets[:2*n])
	return n
}

// hitAsked is hit for key j of a.
func (f *Filter) hitAsked(a *asked, j int) uint64 {
	return f.holds(f.at(a.buckets[2*j]), a.fps[j]) | f.holds(f.at(a.buckets[2*j+1]), a.fps[j])
}

func (f *Filter) containsAsked(dst []bool, hs []uint64) {
	var a asked
	for len(hs) > 0 {
		n := f.ask(&a, hs)
		for j := range dst[:n] {
			dst[j] = f.hitAsked(&a, j) != 0
		}
		dst, hs = dst[n:], hs[n:]
	}
}

func (f *Filter) countAsked(hs []uint64) int {
	var a asked
	count := 0
	for len(hs) > 0 {
		n := f.ask(&a, hs)
		for j := range n {
			count += one(f.hitAsked(&a, j))
		}
		hs = hs[n:]
	}
	return count
}
