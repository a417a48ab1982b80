package extern_test

import (
	"fmt"
	"log"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/extern"
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

// A library under the same contract, as its users get it.
func Example() {
	nodes := []consistent.Node{{ID: "cache-1", Weight: 1}, {ID: "cache-2", Weight: 1}, {ID: "cache-3", Weight: 1}}
	l, err := extern.NewDgryskiRendezvous(consistent.Options{Hash: newHash()}, nodes)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(l.Nodes()[l.LocateString("user:123:profile")].ID)
	// Output:
	// cache-3
}
