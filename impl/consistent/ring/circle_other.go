//go:build !amd64 || purego

package ring

// assembly says that bulk look-ups take the kernel in assembly, which there is none of here.
var assembly = false

func (c *circle) near(dst []int32, hs []uint64) int { return c.nearGo(dst, hs) }
