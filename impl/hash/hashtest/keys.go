package hashtest

import (
	"encoding/binary"

	"hashlab/impl/hash"
)

// longest is the length in bytes of the longest key that every check of values tries: longer than each
// length at which the functions in use change their algorithm, 240 and 256 bytes the last.
const longest = 300

// keys returns one key of each length from 0 to most bytes, filled with Fmix64 of the multiples of the golden
// ratio, little-endian. No two keys share their bytes.
func keys(most int) [][]byte {
	const golden = 0x9e3779b97f4a7c15
	ks := make([][]byte, most+1)
	counter := uint64(0)
	for n := range ks {
		padded := make([]byte, 0, n+8)
		for len(padded) < n {
			counter += golden
			padded = binary.LittleEndian.AppendUint64(padded, hash.Fmix64(counter))
		}
		ks[n] = padded[:n:n]
	}
	return ks
}

// texts returns the keys as strings.
func texts(ks [][]byte) []string {
	ss := make([]string, len(ks))
	for i, k := range ks {
		ss[i] = string(k)
	}
	return ss
}

// seedsOf returns the seeds that the checks try, 0 the first: for each half that e takes its lowest and
// its highest bit, and a mixture.
func seedsOf(e hash.Entry) []uint64 {
	switch e.Seeds {
	case hash.Seed32:
		return []uint64{0, 1, 1 << 31, 0x9e3779b9}
	case hash.Seed64, hash.SeedKey128:
		return []uint64{0, 1, 1 << 31, 1 << 32, 1 << 63, 0x9e3779b97f4a7c15}
	}
	return []uint64{0}
}

// eachSeed calls check with the function of seed 0 and, where e takes seeds, with that of one more.
func eachSeed(e hash.Entry, check func(h hash.Hash) error) error {
	seeds := seedsOf(e)
	if len(seeds) > 1 {
		seeds = []uint64{0, seeds[len(seeds)-1]}
	}
	for _, seed := range seeds {
		h, err := e.New(seed)
		if err != nil {
			return err
		}
		if err := check(h); err != nil {
			return err
		}
	}
	return nil
}

// atOwnWidth returns the function of e from seed before any wrapper: the narrow one of a 32-bit function.
func atOwnWidth(e hash.Entry, seed uint64) (hash.Hash, error) {
	if e.Narrow != nil {
		return e.Narrow(seed)
	}
	return e.New(seed)
}
