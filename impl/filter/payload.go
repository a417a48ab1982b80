package filter

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Storable is a filter that can be written down. What it writes is its payload alone: Save puts it into an
// envelope that says which filter, parameters, hash function and seed it belongs to. Entry.Restore reads it.
type Storable interface {
	Filter
	// WritePayload writes all that Params do not say, in a form that is the same on every machine.
	WritePayload(w io.Writer) error
}

// ErrFormat is wrapped by errors about bytes that are no stored filter.
var ErrFormat = errors.New("not a stored filter")

// step is how many bytes of a payload are read at a time: no more is allocated than what arrives, twice.
const step = 1 << 16

// WriteWords writes words in little-endian order.
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
// with what n claims; a stream that ends early is an error that wraps ErrFormat.
func ReadWords(r io.Reader, n uint64) ([]uint64, error) {
	var words []uint64
	buf := make([]byte, min(step, 8*n))
	for left := n; left > 0; {
		part := buf[:8*min(uint64(len(buf)/8), left)]
		if _, err := io.ReadFull(r, part); err != nil {
			return nil, fmt.Errorf("%w: %d of %d words arrived: %w", ErrFormat, n-left, n, err)
		}
		for ; len(part) > 0; part = part[8:] {
			words = append(words, binary.LittleEndian.Uint64(part))
		}
		left = n - uint64(len(words))
	}
	return words, nil
}
