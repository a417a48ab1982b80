package bucket_test

import (
	"fmt"
	"log"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/bucket"
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

// No table of points, and any node may leave: only its keys move.
func Example() {
	nodes := []consistent.Node{{ID: "cache-1", Weight: 1}, {ID: "cache-2", Weight: 1}, {ID: "cache-3", Weight: 1}}
	l, err := bucket.NewAnchor(consistent.Options{Hash: newHash()}, nodes)
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
