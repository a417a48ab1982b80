//go:build purego

package goruntime

// keyed is false: under this tag hash/maphash is a port of wyhash.
func keyed() bool { return false }
