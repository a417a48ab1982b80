package maglev_test

import (
	"fmt"
	"log"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/maglev"
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

// A table of 65537 entries: a look-up is one read, and a change moves a few keys more than it must.
func Example() {
	nodes := []consistent.Node{{ID: "cache-1", Weight: 1}, {ID: "cache-2", Weight: 1}, {ID: "cache-3", Weight: 1}}
	l, err := maglev.NewMaglev(consistent.Options{Hash: newHash()}, 65537, nodes)
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
	// cache-2
	// cache-2
}
