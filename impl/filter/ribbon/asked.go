package ribbon

import "hashlab/impl/filter"

// Bulk look-ups in a large filter, with the rows of some keys asked for before they are read.

// linesAsked is how many cache lines are asked for a key: its rows lie in two or three, one after the other.
const linesAsked = 3

// asked is what such a look-up knows of its keys.
type asked struct {
	equations [filter.AskedKeys]equation
	rows      [linesAsked * filter.AskedKeys]uint64
}

// ask asks for the rows of the first of hs, and returns how many hashes they are of.
func (f *Filter) ask(a *asked, hs []uint64) int {
	n := min(filter.AskedKeys, len(hs))
	for j, h := range hs[:n] {
		e := f.equation(h)
		a.equations[j] = e
		rows := a.rows[linesAsked*j : linesAsked*(j+1)]
		rows[0], rows[1], rows[2] = e.start, e.start+ribbon/2, e.start+ribbon-1
	}
	filter.Ask(f.rows, a.rows[:linesAsked*n])
	return n
}

func (f *Filter) containsAsked(dst []bool, hs []uint64) {
	var a asked
	for len(hs) > 0 {
		n := f.ask(&a, hs)
		for j, e := range a.equations[:n] {
			dst[j] = f.miss(e) == 0
		}
		dst, hs = dst[n:], hs[n:]
	}
}

func (f *Filter) countAsked(hs []uint64) int {
	var a asked
	count := 0
	for len(hs) > 0 {
		n := f.ask(&a, hs)
		for _, e := range a.equations[:n] {
			count += hit(f.miss(e))
		}
		hs = hs[n:]
	}
	return count
}
