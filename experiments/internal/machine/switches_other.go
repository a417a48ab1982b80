//go:build !unix

package machine

func involuntarySwitches() int64 { return NotCounted }
