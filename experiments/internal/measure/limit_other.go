//go:build !linux

package measure

// LimitMemory bounds the memory that the process may hold, where the system counts it; here it does not.
func LimitMemory(uint64) error { return nil }
