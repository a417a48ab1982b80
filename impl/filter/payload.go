package filter

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"hashlab/impl/hash"
)

// Storable is a filter that can be written down. What it writes is its payload alone: Save puts it into an
// envelope that says which filter, parameters, hash function and seed it belongs to. Entry.Restore reads it.
type Storable interface {
	Filter
	// WritePayload writes all that Params do not say, in a form that is the same on every machine.
	WritePayload(w io.Writer) error
}

// StorableKeys is a KeyFilter that owns its hashing and can be written down. Entry.RestoreKeyed reads it.
type StorableKeys interface {
	KeyFilter
	// Registered returns the name of the filter's entry.
	Registered() string
	// Hash returns the hash function that the filter was made with.
	Hash() hash.Hash
	// WritePayload is that of Storable.
	WritePayload(w io.Writer) error
}

// ErrFormat is wrapped by errors about bytes that are no stored filter.
var ErrFormat = errors.New("not a stored filter")

// step is how many bytes of a payload are read at a time: no more is allocated than what arrives, twice.
const step = 1 << 16

// WriteWords writes words in little-endian order.
// Errors are those of w.
func WriteWords(w io.Writer, words []uint64) error {
	buf := make([]byte, 0, min(step, 8*len(words)))
	for len(words) > 0 {
		n := min(step/8, len(words))
		buf = buf[:0]
		for _, word := range words[:n] {
			buf = binary.LittleEndian.AppendUint64(buf, word)
		}
		if _, err := w.Write(buf); err != nil {
			return err
		}
		words = words[n:]
	}
	return nil
}

// ReadWords reads n words in little-endian order, and not a byte more. Memory grows with what arrives, not
// with what n claims: at most three times as much is allocated in all, and a step. A stream that ends early
// is an error that wraps ErrFormat.
func ReadWords(r io.Reader, n uint64) ([]uint64, error) {
	var words []uint64
	buf := make([]byte, 8*min(step/8, n)) // 8n may overflow
	for left := n; left > 0; left = n - uint64(len(words)) {
		part := buf[:8*min(uint64(len(buf)/8), left)]
		if _, err := io.ReadFull(r, part); err != nil {
			return nil, fmt.Errorf("%w: %d of %d words arrived: %w", ErrFormat, n-left, n, err)
		}
		if cap(words)-len(words) < len(part)/8 { // the last array is as large as n, to the word
			room := min(n, max(step/8, 2*uint64(len(words))))
			words = append(make([]uint64, 0, room), words...)
		}
		for ; len(part) > 0; part = part[8:] {
			words = append(words, binary.LittleEndian.Uint64(part))
		}
	}
	return words, nil
}
