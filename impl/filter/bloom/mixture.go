package bloom

import "math"

// mixture returns the false-positive rate of a filter of z >= 1 blocks that holds n keys, where a block that holds j
// of them has rate(j), which does not fall with j: the mean over the binomial number j of keys in a block.
//
// The weights are those of Binomial(n, 1/z) up to a factor, from the mode outwards, until what is left out lies below
// 1e-17 of the result. The relative error is below 1e-12.
func mixture(z, n uint64, rate func(j uint64) float64) float64 {
	if z == 1 {
		return rate(n)
	}
	odds := 1 / float64(z-1) // q/(1-q) for q = 1/z
	mode := (n + 1) / z
	if low := float64(mode) - 10*math.Sqrt(float64(mode)) - 1; low > 0 && rate(uint64(low)) == 1 {
		return 1 // lower loads have a probability below 1e-21
	}
	var total, hits float64
	for j, w := mode, 1.0; ; j-- {
		total += w
		hits += w * rate(j)
		if j == 0 || w < total*1e-20 {
			break
		}
		w *= float64(j) / (float64(n-j+1) * odds)
	}
	for j, w := mode, 1.0; j < n; j++ {
		w *= float64(n-j) * odds / float64(j+1)
		total += w
		hits += w * rate(j+1)
		if w < hits*1e-20 {
			break
		}
	}
	return hits / total
}

// leastBlocks returns the least z <= good at which rate(z), which does not rise with z, is at most fpr, where
// rate(good) is.
func leastBlocks(good uint64, fpr float64, rate func(z uint64) float64) uint64 {
	bad := uint64(0)
	for good-bad > 1 {
		if middle := bad + (good-bad)/2; rate(middle) <= fpr {
			good = middle
		} else {
			bad = middle
		}
	}
	return good
}
