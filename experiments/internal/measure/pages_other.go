//go:build !linux

package measure

// newMemory returns memory, and what gives it back.
func newMemory(bytes int) (memory []byte, release func([]byte), err error) {
	return make([]byte, bytes), func([]byte) {}, nil
}
