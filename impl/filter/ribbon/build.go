package ribbon

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// New builds the filter of hs, in which hashes may repeat and which it neither changes nor keeps. Of spec, an fpr
// below 2^-8 is an error, and so is an m; n is only recorded. An error besides says that there are more keys than
// 32-bit row numbers allow, near 3.9e9, or that no attempt succeeded.
func New(spec filter.Spec, hs []uint64) (*Filter, error) {
	if err := checkSpec(spec); err != nil {
		return nil, err
	}
	if rowsFor(uint64(len(hs)), 0) > maxRows {
		return nil, fmt.Errorf("%w: n = %d keys need more than 2^32 rows", filter.ErrSpec, len(hs))
	}
	n, distinct := len(hs), false
	for attempt := 0; attempt < maxAttempts; attempt++ {
		f := &Filter{seed: seedOf(attempt), attempt: attempt}
		redundant, ok := f.solve(hs)
		if redundant > len(hs)/64 && !distinct { // hashes repeat: rows for all of them would be a waste
			hs, distinct = slices.Compact(slices.Sorted(slices.Values(hs))), true
			_, ok = f.solve(hs)
		}
		if ok {
			f.params = filter.Params{N: spec.N, M: uint64(len(f.rows)) * width, K: 1, FingerprintBits: width}
			return f, nil
		}
	}
	return nil, fmt.Errorf("ribbon filter: no solution for %d keys in %d attempts", n, maxAttempts)
}

// rowsFor returns the rows for n distinct keys: a ribbon, and a share above n that was found by trial. Every
// attempt takes half a percent more.
func rowsFor(n uint64, attempt int) uint64 {
	above := max(0, 0.0125*math.Log10(float64(max(n, 1)))-0.031) + 0.005*float64(attempt)
	return max(n, 1) + uint64(math.Round(float64(n)*above)) + ribbon - 1
}

// solve finds rows that meet the equations of hs. Of these, redundant ones follow from others: where a hash
// repeats, and for one in 256 of those that would otherwise make the attempt fail.
func (f *Filter) solve(hs []uint64) (redundant int, ok bool) {
	rows := rowsFor(uint64(len(hs)), f.attempt)
	f.starts = rows - ribbon + 1
	b := band{make([]uint64, rows), make([]uint64, rows), filter.MakeArray[byte](rows + ribbon)}
	for _, x := range arrange(hs, f.seed, bits.Len64(rows>>12)) {
		switch b.insert(equationOf(x, f.starts)) {
		case follows:
			redundant++
		case contradicts:
			return redundant, false
		}
	}
	b.substitute()
	f.rows = b.sum[:rows:rows]
	return redundant, true
}

// arrange returns the mixed hashes, ordered by their high blockBits bits: equations that are near each other are
// then inserted one after the other, and elimination works within the cache.
func arrange(hs []uint64, seed uint64, blockBits int) []uint64 {
	mixed := make([]uint64, len(hs))
	next := make([]uint32, 1<<blockBits+1) // where the next hash of each block goes
	shift := uint(64 - blockBits)
	for _, h := range hs {
		next[hash.Fmix64(h+seed)>>shift+1]++
	}
	for i := range next[1:] {
		next[i+1] += next[i]
	}
	for _, h := range hs {
		x := hash.Fmix64(h + seed)
		block := &next[x>>shift]
		mixed[*block] = x
		*block++
	}
	return mixed
}

// A band is a system of equations in echelon form: at most one starts in each row, and where low is 0 none does.
type band struct {
	low, high []uint64
	sum       []byte // and behind the last row, zeros for substitute
}

type outcome int

const (
	independent outcome = iota
	follows             // from the equations that are there
	contradicts         // them
)

// insert eliminates from e what the equations of the band say, and keeps what is left in the row where it starts.
func (b *band) insert(e equation) outcome {
	for at := e.start; ; {
		if b.low[at] == 0 {
			b.low[at], b.high[at], b.sum[at] = e.low, e.high, e.sum
			return independent
		}
		e.low ^= b.low[at]
		e.high ^= b.high[at]
		e.sum ^= b.sum[at]
		switch {
		case e.low == 0 && e.high == 0 && e.sum == 0:
			return follows
		case e.low == 0 && e.high == 0:
			return contradicts
		case e.low == 0:
			at += 64
			e.low, e.high = e.high, 0
		}
		zeros := uint(bits.TrailingZeros64(e.low)) // at most 63
		at += uint64(zeros)
		e.low = e.low>>zeros | e.high<<(64-zeros)
		e.high >>= zeros
	}
}

// substitute turns the sums into the rows of the solution, from the last one up. A row that no equation starts in
// is free, and 0.
func (b *band) substitute() {
	for at := len(b.low) - 1; at >= 0; at-- {
		if low := b.low[at]; low != 0 {
			b.sum[at] ^= add((*[ribbon]byte)(b.sum[at:]), low&^1, b.high[at])
		}
	}
}
