package quality

import (
	"fmt"

	"hashlab/experiments/internal/keys"
)

// ordinaryKeys hashes keys of each class once, and holds buckets, collisions and the rate of a Bloom filter
// against chance.
func ordinaryKeys(s subject, a amount) ([]finding, error) {
	var found []finding
	for _, class := range a.classes() {
		n := min(a.n, class.Size/3)
		stream, _, err := class.Split(3*n, 0, classSeeds[class.Name])
		if err != nil {
			return nil, err
		}
		hashes := hashAll(s, stream)
		found = append(found, bucketsOf(s, class.Name, hashes[:n])...)
		found = append(found, collisionsOf(s, class.Name, hashes[:2*n]))
		found = append(found, bloomOf(s, class.Name, hashes)...)
	}
	return found, nil
}

// hashAll returns the hash of every key.
func hashAll(s subject, stream keys.Stream) []uint64 {
	const chunk = 512 // keys that stay in the first-level cache
	var batch keys.Batch
	hashes := make([]uint64, stream.Len())
	for from := 0; from < len(hashes); from += chunk {
		count := min(chunk, len(hashes)-from)
		s.own.Sum(hashes[from:from+count], batch.Load(stream, uint64(from), count))
	}
	return hashes
}

// perBucket is how many keys a bucket must expect, for chi-square to follow its distribution far out; more
// than 4096 buckets are not used.
const perBucket = 32

// bucketsOf counts keys by the low, the middle and the high bits. A z beyond 5.5 or so fails; with 131,072
// keys that is a root mean square deviation of 6 % in the size of buckets, or a variance that lies 12 % below
// that of chance.
func bucketsOf(s subject, class string, hashes []uint64) []finding {
	width := 12
	for width > 1 && len(hashes)>>width < perBucket {
		width--
	}
	var found []finding
	for _, part := range []struct {
		name  string
		shift int
	}{{"low", 0}, {"middle", (s.bits - width) / 2}, {"high", s.bits - width}} {
		z := bucketZ(hashes, part.shift, width)
		found = append(found, finding{
			Result: Result{Test: Buckets, Keys: class, Detail: fmt.Sprintf("%s %d bits", part.name, width),
				N: len(hashes), Statistic: z, P: twoSided(z)},
			limits: func(alpha float64) (low, high float64) { return -normalLimit(alpha), normalLimit(alpha) },
		})
	}
	return found
}

// bucketZ returns the z-score of Pearson's chi-square of the keys in 2^width equal buckets.
func bucketZ(hashes []uint64, shift, width int) float64 {
	counts := make([]int64, 1<<width)
	for _, h := range hashes {
		counts[h>>shift&(1<<width-1)]++
	}
	var squares int64
	for _, c := range counts {
		squares += c * c
	}
	n, buckets := float64(len(hashes)), float64(len(counts))
	return chiSquareZ(float64(squares)*buckets/n-n, buckets-1)
}
