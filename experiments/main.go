// Hashlab measures Bloom filters, consistent hashing and the hash functions under them, holds each figure
// against exact theory, draws it and writes the report.
//
// Usage:
//
//	hashlab list [hashes|filters|locators|keys|experiments|figures]
//	hashlab run [EXPERIMENT…] [--profile P] [--select EXPR] [--set FACTOR=LEVELS] [--keys FILE] …
//	hashlab plot [FIGURE…]
//	hashlab report
//	hashlab bench [BAR…]
//
// Exit codes: 0 all done and all checks hold; 1 a check failed; 2 usage, or nothing was selected; 3 some
// points failed, the rest is saved; 4 the store of results is unusable; 130 interrupted, finished points are
// saved. The largest that applies in the order 130, 4, 2, 3, 1, 0 is given.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"hashlab/experiments/internal/record"
	_ "hashlab/impl/all"
)

func main() {
	os.Exit(Main(os.Args[1:], os.Stdout, os.Stderr))
}

// Main runs the command and returns its exit code.
func Main(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := newRoot(stdout, stderr)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err != nil && err.Error() != "" {
		fmt.Fprintln(stderr, "hashlab:", err)
	}
	if err != nil && ctx.Err() != nil {
		return codeInterrupted // whatever else went wrong
	}
	return codeOf(err)
}

// The exit codes.
const (
	codeCheckFailed  = 1
	codeUsage        = 2
	codePointsFailed = 3
	codeStore        = 4
	codeInterrupted  = 130
)

// A coded error ends the command with its code; where it wraps nothing, all has been said.
type coded struct {
	code int
	error
}

func (c coded) Unwrap() error { return c.error }

// errSaid is the error of a command that has printed what is wrong.
var errSaid = errors.New("")

// codeOf returns the exit code of the error that a command ended with. What cobra finds wrong with flags
// and arguments has no code of its own: it is usage.
func codeOf(err error) int {
	var c coded
	switch {
	case err == nil:
		return 0
	case errors.Is(err, record.ErrStore):
		return codeStore
	case errors.As(err, &c):
		return c.code
	case errors.Is(err, context.Canceled):
		return codeInterrupted
	}
	return codeUsage
}
