package ring_test

import (
	"fmt"
	"log"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/ring"
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

// The general choice: any node may leave, weights count, and copies lie on distinct nodes.
func Example() {
	nodes := []consistent.Node{{ID: "cache-1", Weight: 1}, {ID: "cache-2", Weight: 1}, {ID: "cache-3", Weight: 1}}
	l, err := ring.NewVnodes(consistent.Options{Hash: newHash()}, nodes)
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
	// cache-2
	// copy on cache-2
	// copy on cache-1
}

// No node bears more than 1.25 times its part of the requests.
func ExampleBounded() {
	nodes := []consistent.Node{{ID: "cache-1", Weight: 1}, {ID: "cache-2", Weight: 1}, {ID: "cache-3", Weight: 1}}
	l, err := ring.NewBounded(consistent.Options{Hash: newHash(), Slack: 0.25}, nodes)
	if err != nil {
		log.Fatal(err)
	}
	h := newHash().String("hot key")
	for range 30 {
		l.Acquire(h)
	}
	fmt.Println(l.Loads())
	// Output:
	// [13 4 13]
}
