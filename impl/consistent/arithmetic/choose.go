package arithmetic

import "hashlab/impl/hash"

// A bucketFunc returns the number in 0 … n-1 that h belongs to, for n >= 1, and from n to n+1 either
// keeps it or returns n.
type bucketFunc func(h uint64, n int32) int32

// choose fills dst with distinct numbers below n for the key h, the owner first, and returns how many. It is
// consistent choose-k (github/rust-gems, crates/consistent-choose-k): with bucket functions f_i of independent
// keys, sample(i, n) = i + f_i(n-i) and
//
//	set(k, n) = {s} ∪ set(k-1, s), where s is the greatest of sample(i, n) for i < k.
//
// dst[k] is the number that set(k+1, n) has beside set(k, n), so fewer replicas are the first of more, and dst[0]
// is bucket(h, n). From n to n+1 at most one number of set(k, n) changes, with chance k/(n+1); ranks may change
// where the set does not.
//
// set(k, n) is a uniform choice where f(s) is uniform given f(n) = s, for s < n: so in jump and flip, nearly in
// binomial, and not in jumpback and power, whose sets stray by several per cent. It takes len(dst)^2/2
// evaluations of bucket at most.
func choose(dst []int32, h uint64, n int32, bucket bucketFunc) int {
	count := min(len(dst), int(n))
	for k := range count {
		dst[k] = joins(dst[:k], h, n, bucket)
	}
	return count
}

// joins returns the number that set(k+1, n) has beside chosen, which is set(k, n). Its greatest is sample(k, n)
// where that exceeds the greatest of chosen, s; otherwise it is s in both, and the rest is set(k, s) beside
// set(k-1, s).
func joins(chosen []int32, h uint64, n int32, bucket bucketFunc) int32 {
	for k := int32(len(chosen)); k > 0; k-- {
		s := greatestBelow(chosen, n)
		if at := k + bucket(replicaKey(h, k), n-k); at > s {
			return at
		}
		n = s
	}
	return bucket(h, n)
}

// replicaKey is the key of f_k, k >= 1. It is mixed once more than draw, whose values bucket functions use.
func replicaKey(h uint64, k int32) uint64 { return hash.Fmix64(draw(h, uint64(k))) }

// greatestBelow returns the greatest of numbers that is below n.
func greatestBelow(numbers []int32, n int32) int32 {
	greatest := int32(-1)
	for _, x := range numbers {
		if x < n && x > greatest {
			greatest = x
		}
	}
	return greatest
}
