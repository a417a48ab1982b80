package filtertest

import (
	"errors"
	"fmt"
	"math"
	"runtime"

	"hashlab/impl/filter"
)

// badSpecs are out of every filter's domain.
var badSpecs = []filter.Spec{
	{},
	{N: 1000, FPR: math.NaN()},
	{N: 1000, FPR: math.Inf(1)},
	{N: 1000, FPR: math.Inf(-1)},
	{N: 1000, FPR: -0.01},
	{N: 1000, FPR: 1},
	{N: 1000, FPR: 1.5},
	{N: 1 << 20, FPR: 1e-300},
	{N: 1000, FPR: 0.01, K: -1},
	{M: 1 << 33, K: filter.MaxK + 1},
	{M: filter.MaxM + 1, K: 7},
	{M: 1 << 63, K: 7},
	{M: math.MaxUint64, K: 7},
	{N: filter.MaxM + 1, FPR: 0.01},
}

// badSizes do not suffice, or ask for too much, where the filter is not built from its keys.
var badSizes = []filter.Spec{
	{FPR: 0.01},
	{K: 7},
	{N: filter.MaxM, FPR: 1e-9},
}

// mostRefused is the memory, in bytes, that a refusal may cost; a filter that allocates before it refuses
// goes far beyond it on some of the specs. What runs beside the check counts too.
const mostRefused = 256 << 20

// refusesBadSpec demands an error that wraps filter.ErrSpec, without a panic and before any allocation.
func refusesBadSpec(v variant) error {
	specs := badSpecs
	if !v.static {
		specs = append(specs[:len(specs):len(specs)], badSizes...)
	}
	var errs []error
	for _, spec := range specs {
		before := allocated()
		err := attempt(func() error {
			_, err := v.build(spec, nil)
			return err
		})
		switch cost := allocated() - before; {
		case err == nil:
			errs = append(errs, fmt.Errorf("%+v is accepted", spec))
		case !errors.Is(err, filter.ErrSpec):
			errs = append(errs, fmt.Errorf("%+v: the error does not wrap ErrSpec: %w", spec, err))
		case cost > mostRefused:
			errs = append(errs, fmt.Errorf("%+v is refused after %d bytes were allocated", spec, cost))
		}
	}
	return errors.Join(errs...)
}

// allocated returns the bytes that the process has allocated so far.
func allocated() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.TotalAlloc
}

// paramsHonest compares Params with the spec, with itself and with Bytes.
func paramsHonest(v variant) error {
	for _, n := range []uint64{1, 1000} {
		s, err := v.holding(n, span(0, n))
		if err != nil {
			return fmt.Errorf("n = %d: %w", n, err)
		}
		p := s.params()
		if p.N != n {
			return fmt.Errorf("n = %d in Params, n = %d in the spec", p.N, n)
		}
		if err := consistent(p, s.bytes()); err != nil {
			return fmt.Errorf("n = %d: %+v: %w", n, p, err)
		}
	}
	if v.static {
		return nil
	}
	want := filter.Spec{M: 1 << 16, K: v.sample.params().K}
	s, err := v.build(want, nil)
	switch {
	case errors.Is(err, filter.ErrSpec):
		return nil // a filter that is not sized by m and k
	case err != nil:
		return fmt.Errorf("%+v: %w", want, err)
	}
	if p := s.params(); p.M != want.M || p.K != want.K {
		return fmt.Errorf("m = %d, k = %d in Params, m = %d, k = %d in the spec", p.M, p.K, want.M, want.K)
	}
	return consistent(s.params(), s.bytes())
}

// consistent checks the fields of p against each other and against the bytes in memory, which are those
// of the payload, at most doubled, and 4 KiB.
func consistent(p filter.Params, bytes int64) error {
	payload := int64(p.M / 8)
	switch {
	case p.M == 0:
		return errors.New("m is 0")
	case p.K < 0 || p.K > filter.MaxK || p.K == 0 && p.FingerprintBits == 0:
		return errors.New("k is out of range")
	case p.CounterBits > 0 && p.M%uint64(p.CounterBits) != 0:
		return errors.New("m is not a multiple of a counter")
	case p.BlockBits > 0 && p.M%p.BlockBits != 0:
		return errors.New("m is not a multiple of a block")
	case p.LaneBits > 0 && p.BlockBits%p.LaneBits != 0:
		return errors.New("a block is not a multiple of a lane")
	case bytes < payload || bytes > 2*payload+4096:
		return fmt.Errorf("%d bytes in memory do not fit %d bytes of payload", bytes, payload)
	}
	return nil
}
