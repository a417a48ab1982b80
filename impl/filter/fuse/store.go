package fuse

import (
	"fmt"
	"io"

	"hashlab/impl/filter"
)

// A stored filter is the number of its attempt, the cells of a segment (0 where there are none), and the
// cells, packed into words from the low bits up.

// packed is how many words are packed, and written, at a time.
const packed = 1 << 13

func writeCells[F fingerprint](w io.Writer, attempt int, segment uint32, cells []F) error {
	if err := filter.WriteWords(w, []uint64{uint64(attempt), uint64(segment)}); err != nil {
		return err
	}
	width := widthOf[F]()
	lanes := 64 / width
	words := make([]uint64, 0, packed)
	for len(cells) > 0 {
		n := min(packed*lanes, len(cells))
		words = words[:(n+lanes-1)/lanes]
		clear(words)
		for i, c := range cells[:n] {
			words[i/lanes] |= uint64(c) << (i % lanes * width)
		}
		if err := filter.WriteWords(w, words); err != nil {
			return err
		}
		cells = cells[n:]
	}
	return nil
}

// readCells reads what writeCells wrote for a filter with the parameters p.
func readCells[F fingerprint](p filter.Params, r io.Reader, probes int) (attempt int, segment uint64, cells []F, err error) {
	width := widthOf[F]()
	n := p.M / uint64(width)
	if want := (filter.Params{N: p.N, M: n * uint64(width), K: probes, FingerprintBits: width}); p != want || n == 0 || n > maxCells {
		return 0, 0, nil, fmt.Errorf("%w: no static filter of %d probes and %d-bit fingerprints has %+v", filter.ErrFormat, probes, width, p)
	}
	header, err := filter.ReadWords(r, 2)
	if err != nil {
		return 0, 0, nil, err
	}
	if header[0] >= maxAttempts {
		return 0, 0, nil, fmt.Errorf("%w: attempt %d is not in 0 … %d", filter.ErrFormat, header[0], maxAttempts-1)
	}
	lanes := uint64(64 / width)
	words, err := filter.ReadWords(r, (n+lanes-1)/lanes)
	if err != nil {
		return 0, 0, nil, err
	}
	if used := n % lanes * uint64(width); used > 0 && words[len(words)-1]>>used != 0 {
		return 0, 0, nil, fmt.Errorf("%w: bits are set behind the last of %d cells", filter.ErrFormat, n)
	}
	cells = make([]F, n)
	for i := range cells {
		cells[i] = F(words[uint64(i)/lanes] >> (uint64(i) % lanes * uint64(width)))
	}
	return int(header[0]), header[1], cells, nil
}

// checkSegments returns an error where the cells are not made of whole segments, at least as many as a key
// has cells.
func checkSegments(segment, cells uint64, probes uint64) error {
	if segment == 0 || segment&(segment-1) != 0 || segment > 1<<18 || cells%segment != 0 || cells/segment < probes {
		return fmt.Errorf("%w: %d cells are not %d or more segments of a power of two, up to 2^18, of %d cells",
			filter.ErrFormat, cells, probes, segment)
	}
	return nil
}

// static turns what a constructor returns into what a registration returns: without it an error would come
// with a filter that is not nil but holds none.
func static[S filter.Filter](f S, err error) (filter.Filter, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}
