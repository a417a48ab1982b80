//go:build !purego

package ring

import "golang.org/x/sys/cpu"

// assembly says that bulk look-ups take the kernel in assembly. Tests turn it off.
var assembly = cpu.X86.HasBMI2

func (c *circle) near(dst []int32, hs []uint64) int {
	if assembly {
		return nearBMI2(dst[:len(hs)], hs, c.heads, c.starts, c.shift)
	}
	return c.nearGo(dst, hs)
}

// nearBMI2 is nearGo with three points looked at instead of two, and with the points of each hash asked for 32 hashes
// before its turn. dst must be as long as hs.
//
//go:noescape
func nearBMI2(dst []int32, hs, heads []uint64, starts []uint32, shift uint) int
