package theory

import "math"

// InformationBound returns log2(1/fpr), the bits per key that any filter needs over a large universe.
func InformationBound(fpr float64) float64 { return -math.Log2(fpr) }

// BloomBitsPerKey returns the fewest bits per key, over whole k, at which a large Bloom filter meets fpr,
// and that k: the least of -k / ln(1 - fpr^(1/k)).
func BloomBitsPerKey(fpr float64) (bitsPerKey float64, k int) {
	bitsPerKey = math.Inf(1)
	for i := 1; i <= maxFilterProbes; i++ {
		if c := -float64(i) / math.Log1p(-math.Pow(fpr, 1/float64(i))); c < bitsPerKey {
			bitsPerKey, k = c, i
		}
	}
	return bitsPerKey, k
}

// HashFloor returns 1 - e^(-n/2^bits), the probability that a hash of that many bits of an absent key equals
// that of one of n keys, which makes it a false positive whatever the filter.
func HashFloor(n, bits float64) float64 { return -math.Expm1(-n * math.Exp2(-bits)) }

// ExpectedFill returns the expected share of m positions that are set by n keys of k probes.
func ExpectedFill(m, n, k float64) float64 { return -math.Expm1(k * n * math.Log1p(-1/m)) }

// fillSD returns the standard deviation of the number of set positions, for large m, with l = kn/m:
// sqrt( m e^-l (1 - (1+l) e^-l) ).
func fillSD(m, n, k float64) float64 {
	load := k * n / m
	return math.Sqrt(m * math.Exp(-load) * (1 - (1+load)*math.Exp(-load)))
}

// RelativeSD returns the standard deviation of the rate between Bloom filters of one shape, relative to
// their mean rate, by the delta method: k sd(X) / E X for X set positions.
func RelativeSD(m, n, k float64) float64 {
	return k * fillSD(m, n, k) / (m * ExpectedFill(m, n, k))
}

// EstimateKeys returns the number of keys that set positions of m with k probes each tell of:
// ln(1 - set/m) / (k ln(1 - 1/m)). A full filter, and one of a single position, tell nothing: ok is false.
// Source: S. J. Swamidass and P. Baldi, J. Chem. Inf. Model. 47 (3), 2007.
func EstimateKeys(m, set uint64, k int) (n float64, ok bool) {
	if set >= m || m < 2 || k < 1 {
		return 0, false
	}
	share := float64(set) / float64(m)
	return math.Log1p(-share) / (float64(k) * math.Log1p(-1/float64(m))), true
}

// EstimateSE returns the standard error of EstimateKeys at n keys, in keys, by the delta method:
// sqrt( m (e^l - 1 - l) ) / k with l = kn/m.
func EstimateSE(m, n, k float64) float64 {
	load := k * n / m
	return math.Sqrt(m*(math.Expm1(load)-load)) / k
}

// CounterOverflow returns the probability that a counter which the given load of probes meets on average
// reaches limit: the tail of a Poisson distribution.
func CounterOverflow(load float64, limit int) float64 {
	logTerm := -load
	for i := 1; i <= limit; i++ {
		logTerm += math.Log(load / float64(i))
	}
	sum := 0.0
	for i, term := limit, math.Exp(logTerm); term > sum*1e-17; i++ {
		sum += term
		term *= load / float64(i+1)
	}
	return sum
}

// QueriesForPrecision returns how many queries of absent keys measure a rate to the given relative half
// width at 95 %, all of one filter: (1.96/relative)^2 (1-fpr)/fpr.
func QueriesForPrecision(fpr, relative float64) float64 {
	const z = 1.959963984540054 // the 97.5 % point of the normal distribution
	return z * z / (relative * relative) * (1 - fpr) / fpr
}
