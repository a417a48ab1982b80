package plan

import (
	"encoding/binary"
	"fmt"
	"sync"
	"time"

	"hashlab/experiments/internal/keys"
	"hashlab/impl/consistent"
	"hashlab/impl/filter"
)

// Costs are predicted from short trials on this machine, so that the estimate of a run holds here.

var (
	trials sync.Map // what was timed → seconds a key
	before sync.Map // the quickest of the trials that Recalibrate ended
)

// Recalibrate has everything tried once more when it is next asked for. The quickest trial counts, since what else the
// machine does can only lengthen one: after a few the costs are those of a machine that is left alone.
func Recalibrate() {
	trials.Range(func(name, s any) bool {
		before.Store(name, s)
		return true
	})
	trials.Clear()
}

// keep notes what a trial took, or an earlier one that was quicker, and returns it.
func keep(name string, seconds float64) float64 {
	if s, ok := before.Load(name); ok {
		seconds = min(seconds, s.(float64))
	}
	trials.Store(name, seconds)
	return seconds
}

// How often something is tried, the quickest counting: more often what the costs of very many points hang on.
const (
	tries     = 3
	moreTries = 30
)

// trial returns the seconds a key that run takes, timed once for each name.
func trial(name string, run func(keys [][]byte)) float64 { return trialOf(tries, name, run) }

func trialOf(tries int, name string, run func(keys [][]byte)) float64 {
	if s, ok := trials.Load(name); ok {
		return s.(float64)
	}
	all := trialKeys()
	run(all[:64])
	best := time.Duration(1 << 62)
	for range tries {
		start := time.Now()
		run(all)
		best = min(best, time.Since(start))
	}
	return keep(name, best.Seconds()/float64(len(all)))
}

var (
	trialKeys  = sync.OnceValue(func() [][]byte { return madeKeys(0) })
	absentKeys = sync.OnceValue(func() [][]byte { return madeKeys(trialCount) })
)

// trialCount is how many keys a trial has.
const trialCount = 2048

// madeKeys returns as many keys as a trial has, from number from on.
func madeKeys(from uint64) [][]byte {
	all := make([][]byte, trialCount)
	for i := range all {
		all[i] = binary.LittleEndian.AppendUint64(nil, (from+uint64(i))*0x9e3779b97f4a7c15)
	}
	return all
}

// HashCost returns the seconds that the hash function called name takes for a short key; 0 for "".
func HashCost(name string) float64 {
	h, err := OpenHash(name)
	if err != nil || h == nil {
		return 0
	}
	dst := make([]uint64, len(trialKeys()))
	return trialOf(moreTries, "hash "+name, func(keys [][]byte) { h.Sum(dst, keys) })
}

// HashByteCost returns the seconds a byte that the hash function called name takes for a long key; 0 for "".
func HashByteCost(name string) float64 {
	h, err := OpenHash(name)
	if err != nil || h == nil {
		return 0
	}
	long := make([]byte, 64<<10)
	perTrialKey := trialOf(tries*2, "hash bytes "+name, func([][]byte) { h.Bytes(long) })
	return perTrialKey * float64(len(trialKeys())) / float64(len(long))
}

// KeyCost returns the seconds that making a key of the class takes, and the mean length of its keys in bytes.
func KeyCost(c keys.Class) (seconds, length float64) {
	const n = 2048
	in, _, err := c.Split(min(n, c.Size), 0, 1)
	if err != nil {
		return 0, 0
	}
	var b keys.Batch
	seconds = trialOf(moreTries, "keys "+c.Name, func([][]byte) { b.Load(in, 0, int(in.Len())) }) * n / float64(in.Len())
	bytes := 0
	for _, key := range b.Load(in, 0, int(in.Len())) {
		bytes += len(key)
	}
	return seconds, float64(bytes) / float64(in.Len())
}

// FilterCost returns the seconds a key that building a filter to spec's rate and asking it for absent keys take, hashing
// included, while it fits the cache.
func FilterCost(e filter.Entry, hashName string, spec filter.Spec) (add, query float64) {
	h, err := OpenHash(hashName)
	if err != nil {
		return 0, 0
	}
	trialSpec := filter.Spec{N: 2048, FPR: spec.FPR}
	if spec.FPR == 0 {
		if trialSpec.FPR, _ = Nearest(e); trialSpec.FPR == 0 {
			return 0, 0
		}
	}
	name := fmt.Sprint(e.Name, " ", hashName, " ", trialSpec.FPR)
	f, err := e.FromKeys(trialSpec, h, trialKeys()[:1024])
	if err != nil {
		return 0, 0
	}
	if m, ok := f.(filter.MutableKeyFilter); ok { // making it, which takes the same for any n, does not count
		add = trial("add "+name, func(keys [][]byte) { m.AddAll(keys) })
	} else {
		add = trial("add "+name, func(keys [][]byte) {
			if f, err := e.FromKeys(trialSpec, h, keys); err == nil {
				f.Count(keys[:1])
			}
		})
	}
	return add, trial("query "+name, func([][]byte) { f.Count(absentKeys()) })
}

// SharedCost is by how much longer points that hash and probe take while as many run as there are processors: they share
// caches and memory, and the run itself needs some of the time.
const SharedCost = 1.3

// CollectCost is the seconds that collecting the garbage takes in a process that keeps structures and keys.
const CollectCost = 6e-3

// SeriesCost predicts the seconds of one timing series in one block: its samples, which last at least a
// millisecond and are taken more than once where the machine disturbs them, what finding out how often the kernel
// repeats takes, and the control.
func SeriesCost(samples int, secondsPerKey float64, callKeys int) float64 {
	const (
		sample   = 1.3e-3 // a third longer than the least
		attempts = 1.3    // on machines that others share
		control  = 0.4e-3 // with the counters, and handing the point over
	)
	call := secondsPerKey * float64(callKeys)
	switch {
	case call > 50*sample: // measure takes long ones once
		return float64(samples)*call + control
	case call > 6*sample: // and the first run of these is a sample
		return float64(samples)*attempts*call + attempts*control
	case call > sample:
		return (float64(samples)*attempts+2)*call + attempts*control
	}
	return float64(samples)*attempts*sample + sample/2 + sample/4 + attempts*control
}

// LocateCost returns the seconds that locating a key among nodes takes, hashing included.
func LocateCost(e consistent.Entry, hashName string, nodes int) float64 {
	h, err := OpenHash(hashName)
	if err != nil {
		return 0
	}
	l, err := e.Keyed(consistent.Options{Hash: h}, Nodes(nodes, 1))
	if err != nil {
		return 0
	}
	dst := make([]int32, len(trialKeys()))
	return trial(fmt.Sprint("locate ", e.Name, hashName, nodes), func(keys [][]byte) { l.LocateAll(dst, keys) })
}

// BuildCost returns the seconds that making a locator from a list of nodes takes.
func BuildCost(e consistent.Entry, hashName string, nodes int) float64 {
	name := fmt.Sprint("build ", e.Name, hashName, nodes)
	if s, ok := trials.Load(name); ok {
		return s.(float64)
	}
	h, err := OpenHash(hashName)
	if err != nil {
		return 0
	}
	all, best := Nodes(nodes, 1), time.Duration(1<<62)
	for range 2 { // the first finds caches cold and memory new
		start := time.Now()
		if _, err := e.Keyed(consistent.Options{Hash: h}, all); err != nil {
			return 0
		}
		best = min(best, time.Since(start))
	}
	return keep(name, best.Seconds())
}

// ChangeCost returns the seconds that a node takes to come or to go, as the mean of both, among so many nodes; 0 where it
// cannot be tried.
func ChangeCost(e consistent.Entry, hashName string, nodes int) float64 {
	name := fmt.Sprint("change ", e.Name, hashName, nodes)
	if s, ok := trials.Load(name); ok {
		return s.(float64)
	}
	h, err := OpenHash(hashName)
	if err != nil {
		return 0
	}
	all := Nodes(nodes+1, 1)
	l, err := e.Keyed(consistent.Options{Hash: h}, all[:nodes])
	if err != nil {
		return 0
	}
	best := time.Duration(1 << 62)
	for range 3 {
		start := time.Now()
		if l.Add(all[nodes].ID, 1) != nil || l.Remove(all[nodes].ID) != nil {
			return 0
		}
		best = min(best, time.Since(start))
	}
	return keep(name, best.Seconds()/2)
}
