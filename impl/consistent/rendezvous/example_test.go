package rendezvous_test

import (
	"fmt"
	"log"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/rendezvous"
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

// The most even without a table, for few nodes: a look-up asks all of them.
func Example() {
	nodes := []consistent.Node{{ID: "cache-1", Weight: 1}, {ID: "cache-2", Weight: 1}, {ID: "cache-3", Weight: 1}}
	l, err := rendezvous.NewRendezvous(consistent.Options{Hash: newHash()}, nodes)
	if err != nil {
		log.Fatal(err)
	}
	h := newHash().String("user:123:profile")
	fmt.Println(l.Nodes()[l.Locate(h)].ID)
	copies := make([]int32, 2)
	for _, at := range copies[:l.LocateN(copies, h)] {
		fmt.Println("copy on", l.Nodes()[at].ID)
	}
	// Output:
	// cache-3
	// copy on cache-3
	// copy on cache-2
}
