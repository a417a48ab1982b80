package measure

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

// HeapGrowth returns by how many bytes the live heap grows while what build returns is kept: collected
// before and after, so that what was only needed for building does not count.
func HeapGrowth(build func() (kept any, err error)) (int64, error) {
	before := liveHeap()
	kept, err := build()
	if err != nil {
		return 0, err
	}
	after := liveHeap()
	runtime.KeepAlive(kept)
	return int64(after) - int64(before), nil
}

func liveHeap() uint64 {
	var s runtime.MemStats
	runtime.GC()
	runtime.GC() // the second one frees what finalizers and pools still held
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}

// HeapPeak returns HeapGrowth of build, and by how many bytes the heap grew at most on the way. The collector starts
// whenever garbage reaches a twentieth of what is live, or 200 KB: the peak is high by that and by what is allocated
// while it runs. What lives shorter than about a millisecond may be missed. Building takes longer than it otherwise
// does.
func HeapPeak(build func() (kept any, err error)) (growth, peak int64, err error) {
	const percent = 5
	defer debug.SetGCPercent(debug.SetGCPercent(percent))
	before := liveHeap()
	watch := watchHeap()
	kept, err := build()
	highest := watch()
	if err != nil {
		return 0, 0, err
	}
	after := liveHeap()
	runtime.KeepAlive(kept)
	return int64(after) - int64(before), int64(max(highest, after)) - int64(before), nil
}

// watchHeap follows the size of the heap until what it returns is called, which says the most that was seen.
func watchHeap() (stop func() uint64) {
	const name, every = "/memory/classes/heap/objects:bytes", 100 * time.Microsecond
	var highest uint64
	end := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		sample := []metrics.Sample{{Name: name}}
		for {
			metrics.Read(sample)
			highest = max(highest, sample[0].Value.Uint64())
			select {
			case <-end:
				return
			case <-time.After(every):
			}
		}
	})
	return func() uint64 {
		close(end)
		wg.Wait()
		return highest
	}
}
