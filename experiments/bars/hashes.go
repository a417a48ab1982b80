package bars

import (
	"fmt"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/measure"
	"hashlab/impl/hash"
)

// hashedKeys is how many keys hash functions take turns on: with their slices they stay in a second-level cache.
const hashedKeys = 1 << 14

// hashKeys returns keys as they are hashed, in both forms.
func hashKeys(s *Shelf) (some [][]byte, texts []string, err error) {
	some, err = keep(s, "hashed keys", func() ([][]byte, error) {
		all, err := keys.Fixed(keyBytes, keySeed, hashedKeys)
		if err != nil {
			return nil, err
		}
		return keys.All(all), nil
	})
	if err != nil {
		return nil, nil, err
	}
	texts, err = keep(s, "hashed texts", func() ([]string, error) {
		texts := make([]string, len(some))
		for i, key := range some {
			texts[i] = string(key)
		}
		return texts, nil
	})
	return some, texts, err
}

// hashing returns a kernel that hashes the queries in calls.
func hashing[K any](queries []K, sum func([]uint64, []K)) measure.Kernel {
	dst := make([]uint64, callKeys)
	return turns(queries, func(some []K) int {
		sum(dst, some)
		return int(dst[0] ^ dst[len(dst)-1] | 1)
	})
}

// sameSums returns an error where two ways to hash differ: then they are not the same work.
func sameSums[K any](queries []K, a, b func([]uint64, []K)) error {
	x, y := make([]uint64, len(queries)), make([]uint64, len(queries))
	a(x, queries)
	b(y, queries)
	for i := range x {
		if x[i] != y[i] {
			return fmt.Errorf("key %d has the hashes %#x and %#x", i, x[i], y[i])
		}
	}
	return nil
}

// hashContests compare the bulk calls of a hash function with the plainest loop over its library.
func hashContests() (contests []Contest) {
	seen := map[string]bool{}
	for _, e := range hash.All() {
		own, loops, ok := e.Direct()
		if !ok || seen[own.Info().Name] {
			continue // our own code; or a second wrapper of the same function
		}
		name := own.Info().Name
		seen[name] = true
		bar := func(call, form string, over, under Side) Bar {
			return Bar{Name: "hash-" + call + "-" + name, What: fmt.Sprintf("hashing 16-byte keys by %s, as %s: against a loop over the library's function", name, form),
				Relation: AtMost, Wanted: 1.1, Over: over, Under: under, Unit: "key"}
		}
		contests = append(contests, Contest{"hash " + name, []Bar{
			bar("sum", "[]byte", bytesSide(name+", Sum", own.Sum, loops.DirectSum), bytesSide("a loop over []byte", loops.DirectSum, own.Sum)),
			bar("strings", "strings", textsSide(name+", SumStrings", own.SumStrings, loops.DirectSumStrings), textsSide("a loop over strings", loops.DirectSumStrings, own.SumStrings)),
		}})
	}
	return contests
}

// bytesSide is one way to hash []byte keys, checked against another.
func bytesSide(text string, sum, other func([]uint64, [][]byte)) Side {
	return Side{text, func(s *Shelf) (measure.Kernel, error) {
		some, _, err := hashKeys(s)
		if err != nil {
			return measure.Kernel{}, err
		}
		return hashing(some, sum), sameSums(some, sum, other)
	}}
}

// textsSide is one way to hash strings, checked against another.
func textsSide(text string, sum, other func([]uint64, []string)) Side {
	return Side{text, func(s *Shelf) (measure.Kernel, error) {
		_, texts, err := hashKeys(s)
		if err != nil {
			return measure.Kernel{}, err
		}
		return hashing(texts, sum), sameSums(texts, sum, other)
	}}
}
