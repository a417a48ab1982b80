//go:build !purego

package goruntime

import (
	"runtime"

	"golang.org/x/sys/cpu"
)

// keyed reports whether the runtime hashes with AES instructions: the conditions of its alginit.
func keyed() bool {
	switch runtime.GOARCH {
	case "386", "amd64":
		return cpu.X86.HasAES && cpu.X86.HasSSSE3 && cpu.X86.HasSSE41
	case "arm64":
		return cpu.ARM64.HasAES
	}
	return false
}
