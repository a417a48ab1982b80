package plan

import (
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/theory"
	"hashlab/impl/filter"
)

// shape returns what theory needs of a filter with params that holds n keys.
func shape(params filter.Params, n uint64) theory.Filter {
	return theory.Filter{
		N: n, M: params.M, K: params.K,
		BlockBits: params.BlockBits, LaneBits: params.LaneBits, CounterBits: params.CounterBits,
		FingerprintBits: params.FingerprintBits, BucketSlots: params.BucketSlots,
		Design: params.N, Target: params.FPR,
	}
}

// TheoryFPR returns the exact false-positive rate of a filter that e built with params, holding n keys.
// An entry without a theory is an error.
func TheoryFPR(e filter.Entry, params filter.Params, n uint64) (float64, error) {
	return theory.FPR(e.Theory, shape(params, n))
}

// TheoryScatter returns the standard deviation of that rate between filters, relative to it, or unknown.
func TheoryScatter(e filter.Entry, params filter.Params, n uint64) record.Float {
	if sd, ok := theory.Scatter(e.Theory, shape(params, n)); ok {
		return record.Float(sd)
	}
	return record.Unknown
}

// TheoryStuck returns the expected share of the counters of a filter built with params that stick at their
// maximum once n keys are added: what stays when all are removed.
func TheoryStuck(params filter.Params, n uint64) (float64, error) {
	return theory.Stuck(shape(params, n), CounterMax(params.CounterBits))
}
