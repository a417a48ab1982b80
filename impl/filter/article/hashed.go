package article

import (
	"strconv"

	"hashlab/impl/hash"
)

// hashFilter is the article's filter with another hash function: probe i of x at h(x + decimal(i)) mod m.
type hashFilter struct {
	bitArray
	hash hash.Hash
}

// at returns the place of probe i of the key in buf, which has room for the suffix.
func (f *hashFilter) at(buf []byte, i int) uint64 {
	return f.hash.Bytes(strconv.AppendUint(buf, uint64(i), 10)) % f.m
}

// add sets the bits of key, in a lent buffer.
func (f *hashFilter) add(lent *[]byte, key []byte) {
	load(lent, key)
	for i := range f.k {
		f.set(f.at(*lent, i))
	}
}

// contains reports whether all bits of key are set, in a lent buffer.
func (f *hashFilter) contains(lent *[]byte, key []byte) bool {
	load(lent, key)
	for i := range f.k {
		if !f.has(f.at(*lent, i)) {
			return false
		}
	}
	return true
}

// Add sets the bits of key. It never refuses.
func (f *hashFilter) Add(key []byte) bool {
	lent := buffers.Get().(*[]byte)
	f.add(lent, key)
	buffers.Put(lent)
	return true
}

// Contains reports whether all bits of key are set.
func (f *hashFilter) Contains(key []byte) bool {
	lent := buffers.Get().(*[]byte)
	found := f.contains(lent, key)
	buffers.Put(lent)
	return found
}

// AddString adds key without a copy.
func (f *hashFilter) AddString(key string) bool { return f.Add(hash.View(key)) }

// ContainsString is Contains without a copy.
func (f *hashFilter) ContainsString(key string) bool { return f.Contains(hash.View(key)) }

// AddAll adds all of keys.
func (f *hashFilter) AddAll(keys [][]byte) int {
	lent := buffers.Get().(*[]byte)
	for _, key := range keys {
		f.add(lent, key)
	}
	buffers.Put(lent)
	return len(keys)
}

// Count returns for how many of keys Contains is true.
func (f *hashFilter) Count(keys [][]byte) int {
	lent := buffers.Get().(*[]byte)
	count := 0
	for _, key := range keys {
		if f.contains(lent, key) {
			count++
		}
	}
	buffers.Put(lent)
	return count
}
