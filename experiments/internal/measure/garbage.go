package measure

import (
	"runtime"
	"runtime/metrics"
)

// garbage decides when to collect before samples: collecting takes milliseconds in a process that keeps much,
// and nothing is gained by it where nothing was allocated since.
type garbage struct {
	at        uint64 // bytes allocated until the last collection
	collected bool
}

// littleGarbage is how much may be allocated since the last collection without another. A cycle of the
// runtime's own starts at a heap of 4 MiB or twice the live one, at the earliest when two thirds of the way are
// gone, so that none is under way while less than this was allocated.
const littleGarbage = 1 << 20

// collect collects unless there is little to collect.
func (g *garbage) collect() {
	if g.collected && allocated()-g.at < littleGarbage {
		return
	}
	runtime.GC()
	g.at, g.collected = allocated(), true
}

// allocated returns the bytes that the process has allocated on the heap since its start.
func allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
