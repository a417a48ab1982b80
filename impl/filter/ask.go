package filter

// Look-ups of many keys in an array beyond the caches that a core has to itself spend their time waiting for memory. Where
// they first work out which elements some keys need, and ask for all of those, they wait once for many.

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
