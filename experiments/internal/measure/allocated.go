package measure

import (
	"runtime"
	"runtime/debug"
)

// allocationRuns is how often f runs: what the runtime allocates by itself meanwhile is not in all of them.
const allocationRuns = 5

// Allocated returns how many objects, and how many bytes in all, one call of f allocates: the least of several
// calls after a first one. Nothing else may allocate meanwhile.
func Allocated(f func()) (objects, bytes uint64) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection empties pools
	f()
	for i := range allocationRuns {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		o, b := after.Mallocs-before.Mallocs, after.TotalAlloc-before.TotalAlloc
		if i == 0 {
			objects, bytes = o, b
		}
		objects, bytes = min(objects, o), min(bytes, b)
	}
	return objects, bytes
}
