package measure

import "golang.org/x/sys/unix"

// LimitMemory bounds the memory that the process may hold, in bytes: beyond it an allocation ends the
// process, and not others on the machine.
func LimitMemory(bytes uint64) error {
	return unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: bytes, Max: bytes})
}
