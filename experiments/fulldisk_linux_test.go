package main

import (
	"os/signal"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// A disk that is full while points are saved makes the store unusable; what was saved before stays. A limit on the
// size of files stands for the full disk, far above all that this process writes besides.
func TestDiskFull(t *testing.T) {
	const limit = 4 << 20
	pad := ""
	e := planted(3, func(n uint64) (any, error) {
		if n == 2 {
			return map[string]any{"n": n, "pad": pad}, nil
		}
		return spot{n}, nil
	})
	plant(t, e, nil)
	hashlab("run", "--select", "n:(0 OR 1)", "--out", "out").expect(t, 0, "2 points done")

	pad = strings.Repeat("x", limit)
	signal.Ignore(unix.SIGXFSZ)
	defer signal.Reset(unix.SIGXFSZ)
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: limit, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	r := hashlab("run", "--out", "out")
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	r.expect(t, 4, "out/results/.journal/planted.jsonl: file too large")

	pad = ""
	hashlab("run", "--out", "out").expect(t, 0, "2 of 3 points are done; 1 to measure", "line 3 is torn", "3 points done")
}
