package hashtest

import (
	"fmt"
	"strconv"

	"hashlab/impl/hash"
)

// The keys of spread are the decimal numbers below spreadKeys, so that each of the 256 values of a byte is
// expected 256 times. Over functions drawn at random Pearson's statistic then follows chi-square with 255
// degrees of freedom closely. The limits cut off 2.5e-10 at each end, of two bytes: a false alarm of 1e-9.
//
// What is caught half of the time is a byte whose 256 shares lie off 1/256 by 5.0 % of it (root mean
// square), and counts whose variance is 54 % of what chance makes it.
const (
	spreadKeys = 1 << 16
	tooEven    = 138.605
	tooUneven  = 421.448
)

// spread holds the top and the low byte of the hashes of decimal counters against chance, at the function's
// own width, which both wrappers of a 32-bit function share. Counters are what real keys and vnode labels
// often are; the top byte picks the place on a ring or in a range, the low byte that in a power of two.
// Too even is not chance either: it shows that the function carries the order of its keys through.
func spread(e hash.Entry) error {
	h, err := atOwnWidth(e, 0)
	if err != nil {
		return err
	}
	var top, low [256]int
	for i := range spreadKeys {
		sum := h.String(strconv.Itoa(i))
		top[byte(sum>>(e.Bits-8))]++
		low[byte(sum)]++
	}
	for _, b := range []struct {
		name   string
		counts [256]int
	}{{"top", top}, {"low", low}} {
		if x := chiSquare(b.counts); x < tooEven || x > tooUneven {
			return fmt.Errorf("chi-square of the %s byte is %.1f, not within %.2f … %.2f", b.name, x, tooEven, tooUneven)
		}
	}
	return nil
}

// chiSquare returns Pearson's statistic of counts against equal shares.
func chiSquare(counts [256]int) float64 {
	const expected = spreadKeys / 256
	var squares int
	for _, c := range counts {
		squares += (c - expected) * (c - expected)
	}
	return float64(squares) / expected
}
