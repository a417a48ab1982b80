package ribbon

import (
	"encoding/binary"
	"fmt"
	"io"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// packed is how many words are packed, and written, at a time.
const packed = 1 << 13

// WritePayload writes the number of the attempt and the rows, eight to a word from the low byte up.
// Errors are those of w.
func (f *Filter) WritePayload(w io.Writer) error {
	words := append(make([]uint64, 0, packed), uint64(f.attempt))
	for rows := f.rows; len(rows) > 0; {
		n := min(8, len(rows))
		var b [8]byte
		copy(b[:], rows[:n])
		rows = rows[n:]
		if len(words) == packed {
			if err := filter.WriteWords(w, words); err != nil {
				return err
			}
			words = words[:0]
		}
		words = append(words, binary.LittleEndian.Uint64(b[:]))
	}
	return filter.WriteWords(w, words)
}

func restore(p filter.Params, r io.Reader) (filter.Filter, error) {
	rows := p.M / width
	want := filter.Params{N: p.N, M: rows * width, K: 1, FingerprintBits: width}
	if p != want || rows < ribbon || rows > maxRows {
		return nil, fmt.Errorf("%w: no ribbon filter has %+v", filter.ErrFormat, p)
	}
	words, err := filter.ReadWords(r, 1+(rows+7)/8)
	if err != nil {
		return nil, err
	}
	if words[0] >= maxAttempts {
		return nil, fmt.Errorf("%w: attempt %d is not in 0 … %d", filter.ErrFormat, words[0], maxAttempts-1)
	}
	attempt := int(words[0])
	b := make([]byte, 0, 8*(len(words)-1))
	for _, word := range words[1:] {
		b = binary.LittleEndian.AppendUint64(b, word)
	}
	for _, over := range b[rows:] {
		if over != 0 {
			return nil, fmt.Errorf("%w: bits beyond m = %d are set", filter.ErrFormat, p.M)
		}
	}
	return &Filter{b[:rows:rows], seedOf(attempt), rows - ribbon + 1, attempt, p}, nil
}

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "ribbon-8",
			Doc:    "standard ribbon filter, 128 bits wide: static, 1.01 to 1.07 bytes a key, two or three neighbouring cache lines a look-up",
			Source: "P. Dillinger, S. Walzer, arXiv:2103.02515, 2021",
			Pinned: 0xf574e7cabf10fd41,
		},
		Theory: "static",
		Build: func(s filter.Spec, hs []uint64) (filter.Filter, error) {
			f, err := New(s, hs)
			if err != nil {
				return nil, err
			}
			return f, nil
		},
		Restore: restore,
	})
}
