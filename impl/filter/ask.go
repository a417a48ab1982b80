package filter

// Look-ups of many keys in an array beyond the caches that a core has to itself spend their time waiting for memory. Where
// they first work out which elements some keys need, and ask for all of those, they wait once for many.
//
// Tried: asking in the second-level cache instead of the first. It took 0.95 to 1.05 times as long in cuckoo-16 at n = 1e7 and
// 0.93 to 0.97 times at 3e7, 1.07 to 1.09 in bloom-counting-blocked at 3e6 and 1.01 to 1.09 at 3e7, and 1.04 to 1.16 in ribbon-8
// at 1e7.

// AskedKeys is how many keys a bulk look-up asks for at a time: few enough that what they need stays in the nearest cache.
const AskedKeys = 64

// farBytes is what such caches hold at least today: within them, asking costs more than it saves.
const farBytes = 1 << 21

// The code paths of this package, by name.
const (
	KernelGo  = "go"  // always there
	kernelAsk = "ask" // memory is asked for ahead
)

// Kernel returns the name of the code path that this build has: there is one.
func Kernel() string {
	if canAsk {
		return kernelAsk
	}
	return KernelGo
}

// WorthAsking reports whether a bulk look-up in an array of so many bytes should call Ask.
func WorthAsking(bytes int64) bool { return canAsk && bytes > farBytes }
