package article

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"strconv"
	"sync"

	"hashlab/impl/hash"
)

// short is the longest key whose suffixed copy stays on the stack; suffix is room for a decimal below 100.
const (
	short  = 240
	suffix = 2
)

// buffers lends buffers to keys that are longer, and to every key of hashFilter, whose buffer cannot stay
// on the stack, since it goes through an interface.
var buffers = sync.Pool{New: func() any {
	buf := make([]byte, 0, short+suffix)
	return &buf
}}

// digestFilter is the article's own form, with SHA-256.
type digestFilter struct{ bitArray }

// digestAt returns SHA-256(buf + decimal(i)) mod m, the digest big-endian. buf has room for the suffix.
func digestAt(buf []byte, i int, m uint64) uint64 {
	digest := sha256.Sum256(strconv.AppendUint(buf, uint64(i), 10))
	rest := binary.BigEndian.Uint64(digest[:]) % m
	for at := 8; at < len(digest); at += 8 {
		_, rest = bits.Div64(rest, binary.BigEndian.Uint64(digest[at:]), m)
	}
	return rest
}

// Add sets the bits of key. It never refuses.
func (f *digestFilter) Add(key []byte) bool {
	if len(key) > short {
		lent := buffers.Get().(*[]byte)
		load(lent, key)
		f.add(*lent)
		buffers.Put(lent)
		return true
	}
	var stack [short + suffix]byte
	f.add(append(stack[:0], key...))
	return true
}

func (f *digestFilter) add(buf []byte) {
	for i := range f.k {
		f.set(digestAt(buf, i, f.m))
	}
}

// Contains reports whether all bits of key are set.
func (f *digestFilter) Contains(key []byte) bool {
	if len(key) > short {
		lent := buffers.Get().(*[]byte)
		load(lent, key)
		found := f.contains(*lent)
		buffers.Put(lent)
		return found
	}
	var stack [short + suffix]byte
	return f.contains(append(stack[:0], key...))
}

func (f *digestFilter) contains(buf []byte) bool {
	for i := range f.k {
		if !f.has(digestAt(buf, i, f.m)) {
			return false
		}
	}
	return true
}

// load copies key to a lent buffer, which it grows where the suffix would not fit.
func load(lent *[]byte, key []byte) {
	if cap(*lent) < len(key)+suffix {
		*lent = make([]byte, 0, len(key)+suffix)
	}
	*lent = append((*lent)[:0], key...)
}

// AddString adds key without a copy.
func (f *digestFilter) AddString(key string) bool { return f.Add(hash.View(key)) }

// ContainsString is Contains without a copy.
func (f *digestFilter) ContainsString(key string) bool { return f.Contains(hash.View(key)) }

// AddAll adds all of keys.
func (f *digestFilter) AddAll(keys [][]byte) int {
	for _, key := range keys {
		f.Add(key)
	}
	return len(keys)
}

// Count returns for how many of keys Contains is true.
func (f *digestFilter) Count(keys [][]byte) int {
	count := 0
	for _, key := range keys {
		if f.Contains(key) {
			count++
		}
	}
	return count
}
