package quotient

import "hashlab/impl/filter"

// Bulk look-ups in a large filter: the metadata around the slot where each of some keys belongs, and the remainder in it,
// are asked for before they are read. What a key needs is mostly in those lines or the next.

// asked are the words of two kinds for each key.
type asked [2 * filter.AskedKeys]uint64

// ask asks for what the first of hs need, and returns how many hashes they are.
func (f *Filter) ask(words *asked, hs []uint64) int {
	n := min(filter.AskedKeys, len(hs))
	for j, h := range hs[:n] {
		q, _ := f.split(h)
		start := q / blockSlots * f.stride
		words[2*j], words[2*j+1] = start, start+metaBits+q%blockSlots*uint64(f.remainder)/64
	}
	filter.Ask(f.words, words[:2*n])
	return n
}

func (f *Filter) containsAsked(dst []bool, hs []uint64) {
	var words asked
	for len(hs) > 0 {
		n := f.ask(&words, hs)
		for j, h := range hs[:n] {
			dst[j] = f.Contains(h)
		}
		dst, hs = dst[n:], hs[n:]
	}
}

func (f *Filter) countAsked(hs []uint64) int {
	var words asked
	count := 0
	for len(hs) > 0 {
		n := f.ask(&words, hs)
		for _, h := range hs[:n] {
			if f.Contains(h) {
				count++
			}
		}
		hs = hs[n:]
	}
	return count
}
