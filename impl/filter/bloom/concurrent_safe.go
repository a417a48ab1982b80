//go:build purego

package bloom

import "sync/atomic"

// wordsOf is never called: there is no assembly to read them.
func wordsOf([]atomic.Uint64) []uint64 { return nil }
