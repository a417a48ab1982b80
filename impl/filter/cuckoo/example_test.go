package cuckoo_test

import (
	"fmt"
	"log"

	"hashlab/impl/filter"
	"hashlab/impl/filter/cuckoo"
	"hashlab/impl/hash"
	_ "hashlab/impl/hash/xx"
)

// newHash returns xxh3.
func newHash() hash.Hash {
	e, err := hash.Find("xxh3")
	if err != nil {
		log.Fatal(err)
	}
	h, err := e.New(0)
	if err != nil {
		log.Fatal(err)
	}
	return h
}

// A filter that takes keys out again, and refuses them when it is full.
func Example() {
	f, err := cuckoo.New(12, filter.Spec{N: 1_000_000, FPR: 0.01})
	if err != nil {
		log.Fatal(err)
	}
	sessions := filter.Join(f, newHash()).(filter.DeletableKeyFilter)
	if !sessions.AddString("khalid") {
		log.Fatal("full")
	}
	fmt.Println(sessions.ContainsString("khalid"), sessions.RemoveString("khalid"), sessions.ContainsString("khalid"))
	// Output:
	// true true false
}
