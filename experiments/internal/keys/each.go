package keys

import "context"

// chunk is how many keys Each hands over at a time: they stay in the first-level cache.
const chunk = 512

// Each calls visit with the keys of s in order, some at a time; from is the number of the first. The keys
// live until visit returns. It stops at the first error, and when ctx is done.
func Each(ctx context.Context, s Stream, visit func(from uint64, keys [][]byte) error) error {
	var b Batch
	for from := uint64(0); from < s.Len(); from += chunk {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := int(min(chunk, s.Len()-from))
		if err := visit(from, b.Load(s, from, n)); err != nil {
			return err
		}
	}
	return nil
}

// Part returns keys from … from+n-1 of s, which must hold them.
func Part(s Stream, from, n uint64) Stream { return window{s, from, n} }
