package filtertest

import (
	"fmt"
	"io"
	"math"
	"slices"

	"hashlab/impl/filter"
)

// The optional operations of the toy, with faults to plant.

func (f *toy) Union(other filter.Filter) error {
	g, ok := other.(*toy)
	if !ok {
		return filter.ErrMismatch
	}
	if err := filter.Match(f.params, g.params); err != nil && f.fault != "union takes any size" {
		if f.fault == "union names nothing" {
			return filter.ErrMismatch
		}
		if f.fault == "refused union clears" {
			clear(f.counters)
		}
		if f.fault == "union panics on a mismatch" {
			_ = f.counters[len(g.counters)]
		}
		return err
	}
	if f.fault == "union shares memory" {
		for i, c := range f.counters {
			g.counters[i] += c
		}
		f.counters = g.counters
		return nil
	}
	for i := range min(len(g.counters), len(f.counters)) {
		if f.fault != "union misses the last" || i < len(f.counters)-1 {
			f.counters[i] = max(f.counters[i], g.counters[i])
		}
	}
	return nil
}

func (f *toy) Cardinality() (float64, bool) {
	ratio := f.FillRatio()
	if ratio == 1 {
		return 0, f.fault == "a full filter estimates 0"
	}
	n := math.Log1p(-ratio) / (float64(f.params.K) * math.Log1p(-1/float64(len(f.counters))))
	switch f.fault {
	case "estimate is 2 % off":
		n *= 1.02
	case "estimate counts probes":
		n *= float64(f.params.K)
	case "estimate counts adds":
		n = float64(f.added)
	}
	return n, true
}

func (f *toy) Copy() filter.Filter {
	g := &toy{counters: slices.Clone(f.counters), params: f.params, fault: f.fault, added: f.added}
	switch f.fault {
	case "copy shares memory":
		g.counters = f.counters
	case "copy is empty":
		clear(g.counters)
	case "copy is static":
		return static{g}
	}
	return g
}

func (f *toy) Clear() {
	if f.fault == "clear leaves the last" {
		clear(f.counters[:len(f.counters)-1])
		return
	}
	clear(f.counters)
	if f.fault == "clear forgets n" {
		f.params.N = 0
	}
}

func (f *toy) WritePayload(w io.Writer) error {
	if f.fault == "payload differs from time to time" {
		f.counters[0] ^= 128
	}
	counters := f.counters
	if f.fault == "payload lacks the last" {
		counters = slices.Clone(counters)
		counters[len(counters)-1] = 0
	}
	if f.fault == "payload grows from time to time" {
		f.asked.Add(1)
		counters = append(slices.Clone(counters), make([]byte, f.asked.Load())...)
	}
	_, err := w.Write(counters)
	return err
}

func restoreToy(fault string) func(filter.Params, io.Reader) (filter.Filter, error) {
	return func(p filter.Params, r io.Reader) (filter.Filter, error) {
		want := filter.Params{N: p.N, M: p.M, K: p.K, CounterBits: 8}
		if p != want || p.K < 1 || p.K > filter.MaxK || p.M == 0 || p.M%8 != 0 || p.N > filter.MaxM || p.M > filter.MaxM {
			if fault == "restore panics on bad parameters" && p.K < 0 {
				panic("k")
			}
			return nil, fmt.Errorf("%w: %+v", filter.ErrFormat, p)
		}
		f := &toy{params: p, fault: fault}
		if fault == "restore believes m" && p.M < 1<<33 {
			f.counters = make([]uint8, p.M/8)
		}
		const step = 1 << 12
		f.counters = f.counters[:0]
		for left := p.M / 8; left > 0; {
			buf := make([]byte, min(step, left))
			if _, err := io.ReadFull(r, buf); err != nil {
				if fault == "restore takes what there is" {
					f.counters = append(f.counters, buf...)
					return f, nil
				}
				return nil, fmt.Errorf("%w: %w", filter.ErrFormat, err)
			}
			f.counters, left = append(f.counters, buf...), left-uint64(len(buf))
		}
		switch fault {
		case "restore reads on":
			io.ReadFull(r, make([]byte, 1))
		case "restore forgets k":
			f.params.K = 1
		case "restored is static":
			return static{f}, nil
		}
		return f, nil
	}
}
