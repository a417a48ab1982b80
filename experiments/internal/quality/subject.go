package quality

import (
	"strings"

	"hashlab/impl/hash"
)

// A subject is a function under test.
type subject struct {
	entry hash.Entry
	wide  hash.Hash // the hash as rings and filters get it
	own   hash.Hash // the hash whose bits are judged: wide, or the narrow one of NAME-left
	bits  int       // how many low bits of own carry it
}

func newSubject(e hash.Entry) (subject, error) {
	wide, err := e.New(0)
	if err != nil {
		return subject{}, err
	}
	s := subject{entry: e, wide: wide}
	s.own, s.bits, err = s.seeded(0)
	return s, err
}

// seeded returns the function that seed picks, as own, and its width.
func (s subject) seeded(seed uint64) (hash.Hash, int, error) {
	if s.atOwnWidth() {
		h, err := s.entry.Narrow(seed)
		return h, s.entry.Bits, err
	}
	h, err := s.entry.New(seed)
	return h, 64, err
}

// atOwnWidth reports whether only the narrow value carries anything: the other half of NAME-left is 0, and
// using it for a filter would be a mistake of the caller.
func (s subject) atOwnWidth() bool {
	return s.entry.Narrow != nil && strings.HasSuffix(s.entry.Name, "-left")
}

// seeds returns n seeds that the function takes: 0 to n-1, or 0 and then random ones. It returns only 0 where
// the function has no seed to choose.
func (s subject) seeds(n int, spread bool) []uint64 {
	list := []uint64{0}
	if s.entry.Seeds == hash.NoSeed || s.entry.Seeds == hash.SeedPerProcess {
		return list
	}
	for i := 1; i < n; i++ {
		seed := uint64(i)
		if spread {
			seed = splitMix(seed)
		}
		if s.entry.Seeds == hash.Seed32 {
			seed &= 1<<32 - 1
		}
		list = append(list, seed)
	}
	return list
}

// splitMix is word i, from 1 on, of SplitMix64 with seed 0 (Steele, Lea and Flood, "Fast splittable
// pseudorandom number generators", OOPSLA 2014). It is written out here, since what judges a function shares
// no code with it.
func splitMix(i uint64) uint64 {
	z := i * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
