package hashing

import (
	"encoding/binary"
	"math/rand/v2"
	"sync"
)

const (
	coldBytes = 256 << 20 // memory over which cold keys are spread
	coldCount = 1 << 17   // cold keys, where there is room for as many: their cache lines alone are 8 MiB
	lineBytes = 64        // no two places share a cache line
	leastCold = 1 << 10   // places at least
)

// coldMemory is random bytes. A process fills it once.
var coldMemory = sync.OnceValue(func() []byte {
	memory, random := make([]byte, coldBytes), rand.NewPCG(keySeed, coldBytes)
	for at := 0; at < len(memory); at += 8 {
		binary.LittleEndian.PutUint64(memory[at:], random.Uint64())
	}
	return memory
})

// coldKeys returns keys in random places of coldMemory: prefetchers find no pattern in them, and before one comes
// again the others have gone through the first- and second-level caches. They are made anew for each series, since
// every collection would go through those that are kept.
func coldKeys(length int) [][]byte {
	memory, random := coldMemory(), rand.New(rand.NewPCG(keySeed, uint64(length)))
	stride := (length + lineBytes - 1) / lineBytes * lineBytes
	places := len(memory) / stride
	pool := make([][]byte, min(places, coldCount))
	for i := range pool {
		at := random.IntN(places) * stride
		pool[i] = memory[at : at+length : at+length]
	}
	return pool
}
