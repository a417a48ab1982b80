package arithmetic_test

import (
	"errors"
	"fmt"
	"log"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/arithmetic"
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

// No memory, constant time, and nodes that are numbered and leave from the end.
func Example() {
	nodes := []consistent.Node{{ID: "cache-1", Weight: 1}, {ID: "cache-2", Weight: 1}, {ID: "cache-3", Weight: 1}}
	l, err := arithmetic.NewPower(consistent.Options{}, nodes)
	if err != nil {
		log.Fatal(err)
	}
	h := newHash().String("user:123:profile")
	fmt.Println(l.Nodes()[l.Locate(h)].ID)
	fmt.Println(errors.Is(l.Remove("cache-1"), consistent.ErrUnsupported)) // only the last one can leave
	// Output:
	// cache-3
	// true
}
