package measure

import (
	"runtime"
	"runtime/metrics"
)

// garbage decides when to collect before samples: collecting takes milliseconds in a process that keeps much,
// and nothing is gained by it where nothing was allocated since.
type garbage struct {
	at        uint64 // bytes allocated until the last collection
	live      uint64 // bytes that it left
	collected bool
}

// littleGarbage is how much may be allocated since the last collection without another, where that left little: else it is
// half of what was left. A cycle of the runtime's own starts at a heap of 4 MiB or twice the live one, at the earliest when
// two thirds of the way are gone, so that none is under way while less than this was allocated.
const littleGarbage = 1 << 20

// collect collects unless there is little to collect.
func (g *garbage) collect() {
	if g.collected && allocated()-g.at < max(littleGarbage, g.live/2) {
		return
	}
	runtime.GC()
	g.at, g.live, g.collected = allocated(), counted("/gc/heap/live:bytes"), true
}

// allocated returns the bytes that the process has allocated on the heap since its start.
func allocated() uint64 { return counted("/gc/heap/allocs:bytes") }

func counted(name string) uint64 {
	s := []metrics.Sample{{Name: name}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
