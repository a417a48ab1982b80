package filter

// Look-ups of many keys in an array beyond the caches that a core has to itself spend their time waiting for memory. Where
// they first work out which elements some keys need, and ask for all of those, they wait once for many.

// AskedKeys is how many keys a bulk look-up asks for at a time: few enough that what they need stays in the nearest cache.
const AskedKeys = 64

// farBytes is what such caches hold at least today: within them, asking costs more than it saves.
const farBytes = 1 << 21

// WorthAsking reports whether a bulk look-up in an array of so many bytes should call Ask.
func WorthAsking(bytes int64) bool { return canAsk && bytes > farBytes }
