package theory

import (
	"fmt"
	"math"
)

func init() {
	filterTheories["cuckoo"] = filterTheory{
		fits: func(f Filter) error {
			bucket := uint64(f.FingerprintBits) * uint64(f.BucketSlots)
			switch {
			case f.FingerprintBits < 1 || f.FingerprintBits > 32 || f.BucketSlots < 1 || f.BucketSlots > 16:
				return fmt.Errorf("fingerprints of %d bits, %d to a bucket, are not 1 … 32 and 1 … 16", f.FingerprintBits, f.BucketSlots)
			case f.M%(2*bucket) != 0:
				return fmt.Errorf("m = %d bits are not pairs of buckets of %d bits", f.M, bucket)
			case f.N > f.M/uint64(f.FingerprintBits):
				return fmt.Errorf("n = %d keys do not fit %d slots", f.N, f.M/uint64(f.FingerprintBits))
			}
			return nil
		},
		fpr:     func(f Filter) (float64, error) { return collision(f.N, f.cuckooClasses()), nil },
		scatter: func(f Filter) float64 { return collisionSD(f.N, f.cuckooClasses()) },
	}
}

// cuckooClasses returns how many kinds of keys a cuckoo filter tells apart. A fingerprint, one of 2^f - 1, leads
// from each bucket to one other and back: it divides the buckets into pairs, and a key is known by fingerprint
// and pair.
func (f Filter) cuckooClasses() float64 {
	pairs := float64(f.M) / float64(2*f.FingerprintBits*f.BucketSlots)
	return pairs * (math.Exp2(float64(f.FingerprintBits)) - 1)
}

// collision returns 1 - (1 - 1/classes)^n, the probability that one of n keys falls into the class of a query.
func collision(n uint64, classes float64) float64 {
	return -math.Expm1(float64(n) * math.Log1p(-1/classes))
}

// collisionSD returns the standard deviation of the share of classes that n keys fill, relative to its mean:
// fillSD for one probe, in a form that holds its digits where classes are many more than keys.
func collisionSD(n uint64, classes float64) float64 {
	load := float64(n) / classes
	beyond := math.Expm1(load) - load // e^l - 1 - l
	if load < 1e-4 {
		beyond = load * load * (0.5 + load/6 + load*load/24)
	}
	return math.Sqrt(beyond/classes) / math.Expm1(load)
}

// CuckooPaper returns 1 - (1 - 1/(2^f-1))^(2ba), the rate for b slots in a bucket and the share a of slots used
// as it is usually given: every used slot of the two buckets meets the query by itself. It is too high, by up to
// half of 1/(2^f-1) of it, since one query's matches come together: keys of one class are found in the same pair
// of buckets.
func CuckooPaper(fingerprintBits, bucketSlots int, loadFactor float64) float64 {
	values := math.Exp2(float64(fingerprintBits)) - 1
	return -math.Expm1(2 * float64(bucketSlots) * loadFactor * math.Log1p(-1/values))
}
