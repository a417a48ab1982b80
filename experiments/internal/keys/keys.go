// Package keys makes the keys that experiments add and ask for, each class of them random-access, distinct
// and picked by a seed.
//
// A key is a byte string. A class enumerates its keys without repeating one; Split cuts that enumeration
// into keys that are added and keys that are certainly not among them, so that a positive answer for one of
// those is false by construction and not by a look-up. Nothing here imports what is measured. Streams and
// classes are immutable and safe for concurrent use; a Batch belongs to one goroutine.
package keys

import "fmt"

// A Stream is a list of distinct keys with random access.
type Stream interface {
	// Len returns the number of keys.
	Len() uint64
	// Append appends key i, which must be below Len, to dst and returns the extended slice.
	Append(dst []byte, i uint64) []byte
}

// A Batch holds some keys of a stream in memory that it uses again for the next ones.
type Batch struct {
	keys [][]byte
	buf  []byte
}

// Load returns keys from … from+count-1 of s. They live until the next Load. Once the memory has grown to
// the size of such a batch nothing is allocated, and the keys lie back to back. It panics where s is
// shorter than that.
func (b *Batch) Load(s Stream, from uint64, count int) [][]byte {
	if n := s.Len(); count < 0 || uint64(count) > n || from > n-uint64(count) {
		panic(fmt.Sprintf("keys: Batch.Load: %d keys from %d on, of a stream of %d", count, from, n))
	}
	if w, ok := s.(window); ok { // spares the second dispatch of every key
		s, from = w.of, w.from+from
	}
	if cap(b.keys) < count {
		b.keys = make([][]byte, count)
	}
	keys, buf := b.keys[:count], b.buf[:0]
	if f, ok := s.(filler); ok {
		b.buf = f.fill(keys, buf, from)
		return keys
	}
	for i := range keys {
		start := len(buf)
		buf = s.Append(buf, from+uint64(i))
		keys[i] = buf[start:len(buf):len(buf)]
	}
	b.buf = buf
	return keys
}

// A filler is a stream that makes keys which follow one another quicker than one by one.
type filler interface {
	// fill sets keys to those from from on, appends their bytes to buf and returns it.
	fill(keys [][]byte, buf []byte, from uint64) []byte
}

// All returns every key of s in memory of its own. Besides the bytes of the keys it takes 24 bytes a key.
func All(s Stream) [][]byte {
	var key []byte
	size := 0
	for i := range s.Len() {
		key = s.Append(key[:0], i)
		size += len(key)
	}
	b := Batch{buf: make([]byte, 0, size)}
	return b.Load(s, 0, int(s.Len()))
}

// A window is keys from … from+n-1 of a stream.
type window struct {
	of      Stream
	from, n uint64
}

func (w window) Len() uint64 { return w.n }

func (w window) Append(dst []byte, i uint64) []byte { return w.of.Append(dst, w.from+i) }
