package jump_test

import (
	"errors"
	"fmt"
	"log"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/jump"
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

// No memory at all, for nodes that are numbered and leave from the end.
func Example() {
	nodes := []consistent.Node{{ID: "cache-1", Weight: 1}, {ID: "cache-2", Weight: 1}, {ID: "cache-3", Weight: 1}}
	l, err := jump.NewJump(consistent.Options{}, nodes)
	if err != nil {
		log.Fatal(err)
	}
	h := newHash().String("user:123:profile")
	fmt.Println(l.Nodes()[l.Locate(h)].ID)
	fmt.Println(errors.Is(l.Remove("cache-1"), consistent.ErrUnsupported)) // only the last one can leave
	// Output:
	// cache-1
	// true
}
