package measure

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// newMemory returns memory that the system may keep in huge pages, and what gives it back.
func newMemory(bytes int) (memory []byte, release func([]byte), err error) {
	memory, err = unix.Mmap(-1, 0, bytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, nil, fmt.Errorf("measure: %d bytes of memory: %w", bytes, err)
	}
	_ = unix.Madvise(memory, unix.MADV_HUGEPAGE)              // an answer of no leaves the usual pages
	return memory, func(m []byte) { _ = unix.Munmap(m) }, nil // it was mapped above
}
