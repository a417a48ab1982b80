package cachetier

import (
	"fmt"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
)

// phases are the seconds of a run: caches fill, the mean before is taken, a node joins, a node dies, the end.
type phases struct{ mean, join, die, end int }

var (
	virtualPhases = phases{mean: 40, join: 60, die: 120, end: 180}
	wallPhases    = phases{mean: 6, join: 12, die: 24, end: 36}
)

// A workload is the requests of a run and the keys they are for.
type workload struct {
	order   []uint32 // numbers of the keys
	keys    keys.Stream
	objects int       // the first keys: those that may be asked for again
	weights []float64 // of the objects: their shares of the requests that are for objects
	once    uint64    // distinct keys that are asked for once
	repeats float64   // share of requests that are for objects
	rate    float64   // requests a second
}

// load returns the workload of a design, which lasts seconds.
func load(s plan.Scope, d design, seconds int, seed uint64) (w workload, err error) {
	if d.workload != zipf {
		return loadTrace(*trace, seconds), nil
	}
	z, err := keys.NewZipf(d.objects, alpha)
	if err != nil {
		return w, err
	}
	requests, err := keys.NewRequests(z, tail, seed)
	if err != nil {
		return w, err
	}
	w = workload{order: make([]uint32, d.rate*seconds), objects: d.objects, repeats: 1 - tail, rate: float64(d.rate)}
	counts := make([]uint32, d.objects)
	for i := range w.order {
		n := requests.Next()
		w.order[i] = uint32(n)
		if n < uint64(d.objects) {
			counts[n]++
		}
	}
	w.once = requests.Once()
	for rank, c := range counts {
		w.weights = append(w.weights, z.Share(rank))
		if c == 1 {
			w.once++
		}
	}
	class, err := s.Class(d.class)
	if err != nil {
		return w, err
	}
	w.keys, _, err = class.Split(uint64(d.objects)+requests.Once(), 0, seed)
	return w, err
}

// loadTrace spreads a trace over the seconds. All its keys count as objects.
func loadTrace(t keys.Trace, seconds int) workload {
	w := workload{order: t.Order, keys: listed(t.Keys), objects: len(t.Keys), weights: make([]float64, len(t.Keys)), once: uint64(t.Once), repeats: 1,
		rate: float64(len(t.Order)) / float64(seconds)}
	for _, key := range t.Order {
		w.weights[key] += 1 / float64(len(t.Order))
	}
	return w
}

// listed is a list of keys as a stream.
type listed [][]byte

func (l listed) Len() uint64 { return uint64(len(l)) }

func (l listed) Append(dst []byte, i uint64) []byte { return append(dst, l[i]...) }

// distinct returns how many keys are asked for.
func (w workload) distinct() uint64 {
	seen := make([]bool, w.keys.Len())
	n := uint64(0)
	for _, key := range w.order {
		if !seen[key] {
			seen[key] = true
			n++
		}
	}
	return n
}

// check returns an error where a run of the workload would show nothing.
func (w workload) check(p phases) error {
	if len(w.order) < 10*p.end {
		return fmt.Errorf("%d requests are too few: a run of %d seconds needs 10 a second", len(w.order), p.end)
	}
	return nil
}
