package measure

import "runtime"

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
