package filtertest

import (
	"fmt"
	"strconv"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// A subject is a filter under test whose keys are numbers. Exactly one of its fields is set.
type subject struct {
	hashed filter.Filter
	keyed  filter.KeyFilter
}

func hashOf(i uint64) uint64 { return hash.Fmix64(i + 1) } // Fmix64 maps 0 to 0
func keyOf(i uint64) []byte  { return strconv.AppendUint([]byte("key "), i, 10) }

// span returns the n key numbers from first on. Present keys count from 0, absent ones from absent.
func span(first, n uint64) []uint64 {
	is := make([]uint64, n)
	for j := range is {
		is[j] = first + uint64(j)
	}
	return is
}

const absent = 1 << 40

func hashesOf(is []uint64) []uint64 {
	hs := make([]uint64, len(is))
	for j, i := range is {
		hs[j] = hashOf(i)
	}
	return hs
}

func keysOf(is []uint64) [][]byte {
	keys := make([][]byte, len(is))
	for j, i := range is {
		keys[j] = keyOf(i)
	}
	return keys
}

func (s subject) any() any {
	if s.hashed != nil {
		return s.hashed
	}
	return s.keyed
}

func (s subject) contains(i uint64) bool {
	if s.hashed != nil {
		return s.hashed.Contains(hashOf(i))
	}
	return s.keyed.Contains(keyOf(i))
}

// answers returns contains of every key number.
func (s subject) answers(is []uint64) []bool {
	found := make([]bool, len(is))
	for j, i := range is {
		found[j] = s.contains(i)
	}
	return found
}

// missing returns the first of is that is not found.
func (s subject) missing(is []uint64) (uint64, bool) {
	for _, i := range is {
		if !s.contains(i) {
			return i, true
		}
	}
	return 0, false
}

func (s subject) count(is []uint64) int {
	if s.hashed != nil {
		return s.hashed.Count(hashesOf(is))
	}
	return s.keyed.Count(keysOf(is))
}

// mutable reports whether keys can be added.
func (s subject) mutable() bool {
	switch s.any().(type) {
	case filter.Mutable, filter.MutableKeyFilter:
		return true
	}
	return false
}

func (s subject) add(i uint64) bool {
	if s.hashed != nil {
		return s.hashed.(filter.Mutable).Add(hashOf(i))
	}
	return s.keyed.(filter.MutableKeyFilter).Add(keyOf(i))
}

func (s subject) addAll(is []uint64) int {
	if s.hashed != nil {
		return s.hashed.(filter.Mutable).AddAll(hashesOf(is))
	}
	return s.keyed.(filter.MutableKeyFilter).AddAll(keysOf(is))
}

// fill adds is and returns an error where one is refused.
func (s subject) fill(is []uint64) error {
	if added := s.addAll(is); added != len(is) {
		return fmt.Errorf("AddAll took %d of %d keys", added, len(is))
	}
	return nil
}

// remover returns what removes a key by its number, where the filter can.
func (s subject) remover() (remove func(i uint64) bool, ok bool) {
	switch f := s.any().(type) {
	case filter.Deletable:
		return func(i uint64) bool { return f.Remove(hashOf(i)) }, true
	case filter.DeletableKeyFilter:
		return func(i uint64) bool { return f.Remove(keyOf(i)) }, true
	}
	return nil, false
}

func (s subject) params() filter.Params {
	if s.hashed != nil {
		return s.hashed.Params()
	}
	return s.keyed.Params()
}

func (s subject) bytes() int64 {
	if s.hashed != nil {
		return s.hashed.Bytes()
	}
	return s.keyed.Bytes()
}
