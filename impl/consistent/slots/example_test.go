package slots_test

import (
	"fmt"
	"log"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/slots"
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

// A fixed number of slots, each with an owner, as clusters keep them.
func Example() {
	nodes := []consistent.Node{{ID: "cache-1", Weight: 1}, {ID: "cache-2", Weight: 1}, {ID: "cache-3", Weight: 1}}
	l, err := slots.NewTable(consistent.Options{Hash: newHash()}, nodes)
	if err != nil {
		log.Fatal(err)
	}
	h := newHash().String("user:123:profile")
	fmt.Println(l.Nodes()[l.Locate(h)].ID)
	if err := l.Remove("cache-1"); err != nil {
		log.Fatal(err)
	}
	fmt.Println(l.Nodes()[l.Locate(h)].ID)
	// Output:
	// cache-3
	// cache-3
}
