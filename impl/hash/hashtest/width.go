package hashtest

import (
	"fmt"
	"strings"

	"hashlab/impl/hash"
)

// width holds that each bit of the function's own width is sometimes 0 and sometimes 1, and that a wrapper
// does to the narrow value what its name says. A fair bit would stay constant over the 301 keys with
// probability 2^-300.
func width(e hash.Entry) error {
	narrow, err := atOwnWidth(e, 0)
	if err != nil {
		return err
	}
	wide, err := e.New(0)
	if err != nil {
		return err
	}
	var ones, zeros uint64
	for _, key := range keys(longest) {
		h := narrow.Bytes(key)
		ones, zeros = ones|h, zeros|^h
		if e.Narrow == nil {
			continue
		}
		want, err := widened(e.Name, h)
		if err != nil {
			return err
		}
		if got := wide.Bytes(key); got != want {
			return fmt.Errorf("%d bytes: the narrow value %#x is widened to %#x, not %#x", len(key), h, got, want)
		}
	}
	full := ^uint64(0) >> (64 - e.Bits)
	if ones != full || zeros&full != full {
		return fmt.Errorf("a function of %d bits: the bits that were 1 are %#x, those that were 0 %#x", e.Bits, ones, zeros)
	}
	return nil
}

// widened returns what the wrapper in name makes of the 32-bit value h.
func widened(name string, h uint64) (uint64, error) {
	switch {
	case strings.HasSuffix(name, "-left"):
		return h << 32, nil
	case strings.HasSuffix(name, "-mixed"):
		return hash.Fmix64(h), nil
	}
	return 0, fmt.Errorf("%s is a wrapped function whose name says neither left nor mixed", name)
}
