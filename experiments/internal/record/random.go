package record

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
)

// Random returns the stream of random numbers for a purpose of the point with this key, or of what the parts of a key
// name: a PCG whose seed is the SHA-256 of purpose, seed and parts. Streams of other purposes, seeds or parts are
// independent of it, and nothing else moves it.
func Random(purpose string, seed uint64, parts ...string) *rand.Rand {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %d %q", purpose, seed, parts))
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum[:8]), binary.LittleEndian.Uint64(sum[8:16])))
}
