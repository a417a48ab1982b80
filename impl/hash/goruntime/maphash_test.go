package goruntime_test

import (
	"fmt"
	"os"
	"testing"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/goruntime"
	"hashlab/impl/hash/hashtest"
)

const childVariable = "HASHLAB_TEST_MAPHASH_CHILD"

// TestMain prints the hash of a key and ends where TestProcessesDiffer asks for it.
func TestMain(m *testing.M) {
	if os.Getenv(childVariable) == "" {
		os.Exit(m.Run())
	}
	e, err := hash.Find("maphash")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	h, err := e.New(0)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("%016x", h.String("key"))
}

// TestProcessesDiffer: two processes give the same key different hashes. They agree by chance with
// probability 2^-64.
func TestProcessesDiffer(t *testing.T) {
	var sums [2]string
	for i := range sums {
		out, err := hashtest.Rerun([]string{childVariable + "=1"})
		if err != nil {
			t.Fatal(err)
		}
		sums[i] = string(out)
	}
	if len(sums[0]) != 16 || sums[0] == sums[1] {
		t.Errorf("got %q and %q, want two different hashes", sums[0], sums[1])
	}
}

// TestOneFunctionAProcess: however often it is made, a process has one function.
func TestOneFunctionAProcess(t *testing.T) {
	e, err := hash.Find("maphash")
	if err != nil {
		t.Fatal(err)
	}
	a, err := e.New(0)
	if err != nil {
		t.Fatal(err)
	}
	b, err := e.New(0)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := a.String("key"), b.String("key"); got != want {
		t.Errorf("got %016x and %016x, want the same", got, want)
	}
}
