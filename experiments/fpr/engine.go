package fpr

import (
	"context"

	"hashlab/experiments/internal/keys"
	"hashlab/impl/filter"
)

// Positives returns for how many keys of the stream the filter says yes: what a run spends its time on, here to be
// timed beside the filter and the stream apart.
func Positives(ctx context.Context, f filter.KeyFilter, s keys.Stream) (uint64, error) {
	return count(ctx, f, s)
}
