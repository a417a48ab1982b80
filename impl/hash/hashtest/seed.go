package hashtest

import (
	"fmt"

	"hashlab/impl/hash"
)

// seedPicks holds that a seed picks the function: the same one each time it is made, another one for each
// other seed, whichever half of it changes, and an error where the family does not take it. On keys of 0 to
// longest bytes no two seeds may agree. Functions drawn at random would, somewhere, with probability 4e-7 for
// 4 seeds at 32 bits and 2e-16 for 6 at 64; the code alone fixes the outcome.
func seedPicks(e hash.Entry) error {
	ks := keys(longest)
	seen := make([]map[uint64]uint64, len(ks)) // for each key: hash -> the seed that gave it
	for i := range seen {
		seen[i] = map[uint64]uint64{}
	}
	for _, seed := range seedsOf(e) {
		h, err := e.New(seed)
		if err != nil {
			return fmt.Errorf("seed %#x is refused: %w", seed, err)
		}
		again, err := e.New(seed)
		if err != nil {
			return fmt.Errorf("seed %#x is refused the second time: %w", seed, err)
		}
		if h.Seed() != seed {
			return fmt.Errorf("made from seed %#x, the function names %#x", seed, h.Seed())
		}
		for i, key := range ks {
			sum := h.Bytes(key)
			if got := again.Bytes(key); got != sum {
				return fmt.Errorf("seed %#x, %d bytes: %#x, and %#x when made again", seed, len(key), sum, got)
			}
			if other, taken := seen[i][sum]; taken {
				return fmt.Errorf("seeds %#x and %#x both give %#x on %d bytes", other, seed, sum, len(key))
			}
			seen[i][sum] = seed
		}
	}
	return refusesSeeds(e)
}

func refusesSeeds(e hash.Entry) error {
	var refused []uint64
	switch e.Seeds {
	case hash.NoSeed, hash.SeedPerProcess:
		refused = []uint64{1, 1 << 31, 1 << 32, 1 << 63, 1<<64 - 1}
	case hash.Seed32:
		refused = []uint64{1 << 32, 1 << 63, 1<<64 - 1}
	}
	for _, seed := range refused {
		if _, err := e.New(seed); err == nil {
			return fmt.Errorf("seed %#x is taken by a family with seeds %q", seed, e.Seeds)
		}
	}
	return nil
}
