package keys

import (
	"bytes"

	"hashlab/datasets"
)

func init() {
	register(Class{
		Name:  "usernames",
		Doc:   "user names made up from real first names and surnames: synthetic",
		Size:  usernamePatterns * smallestPattern,
		order: newUsernames,
	})
}

const (
	usernamePatterns = 5
	// smallestPattern is how many names the pattern with the fewest has: 26 initials, 10,000 surnames and
	// 100 numbers.
	smallestPattern = 26 * 10_000 * 100
)

// usernames takes five patterns in turn, over first names a and surnames b:
//
//	ab      mariasilva     a from the first names that begin no other first name
//	a.b     maria.silva
//	ib99    msilva07       i an initial, a number of two digits
//	a9999   maria1984      a number of four digits
//	a_b99   maria_silva07  a number of two digits
//
// All names are made of the letters a … z alone, so a pattern is told from a dot, an underscore or the
// number of digits at the end, and within a pattern the parts can be told: by the mark, by the digits, by
// the one letter of the initial, or, where nothing separates them, since at most one of the first names
// used can begin the text. So the index gives distinct names, and each pattern is walked through in an
// order that the seed picks.
type usernames struct {
	first, closed, last, initials [][]byte // closed: the first names that begin no other
	orders                        [usernamePatterns]*permutation
}

func newUsernames(seed uint64) (Stream, error) {
	first, err := datasets.Load("firstnames-zxcvbn")
	if err != nil {
		return nil, err
	}
	last, err := datasets.Load("surnames-zxcvbn")
	if err != nil {
		return nil, err
	}
	u := &usernames{first: first, last: last}
	for i, name := range first { // sorted: what a name begins stands directly after it
		if i+1 == len(first) || !bytes.HasPrefix(first[i+1], name) {
			u.closed = append(u.closed, name)
		}
		if i == 0 || name[0] != first[i-1][0] {
			u.initials = append(u.initials, name[:1])
		}
	}
	for i, size := range u.sizes() {
		u.orders[i] = newPermutation(size, mix(seed)+uint64(i))
	}
	return u, nil
}

// sizes returns how many names each pattern has.
func (u *usernames) sizes() [usernamePatterns]uint64 {
	a, b := uint64(len(u.first)), uint64(len(u.last))
	return [...]uint64{uint64(len(u.closed)) * b, a * b, uint64(len(u.initials)) * b * 100, a * 10_000, a * b * 100}
}

func (u *usernames) Len() uint64 { return usernamePatterns * smallestPattern }

func (u *usernames) Append(dst []byte, i uint64) []byte {
	pattern := i % usernamePatterns
	return u.name(dst, pattern, u.orders[pattern].at(i/usernamePatterns))
}

// name appends name j of a pattern.
func (u *usernames) name(dst []byte, pattern, j uint64) []byte {
	b := uint64(len(u.last))
	switch pattern {
	case 0:
		return append(append(dst, u.closed[j/b]...), u.last[j%b]...)
	case 1:
		dst = append(append(dst, u.first[j/b]...), '.')
		return append(dst, u.last[j%b]...)
	case 2:
		name := j / 100
		dst = append(append(dst, u.initials[name/b]...), u.last[name%b]...)
		return appendTwo(dst, j%100)
	case 3:
		dst = append(dst, u.first[j/10_000]...)
		return appendTwo(appendTwo(dst, j/100%100), j%100)
	default:
		name := j / 100
		dst = append(append(dst, u.first[name/b]...), '_')
		return appendTwo(append(dst, u.last[name%b]...), j%100)
	}
}

// appendTwo appends n, which is below 100, in two digits.
func appendTwo(dst []byte, n uint64) []byte {
	return append(dst, byte('0'+n/10), byte('0'+n%10))
}
