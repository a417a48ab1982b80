package consistent_test

import (
	"errors"
	"fmt"
	"log"

	"hashlab/impl/consistent"
	_ "hashlab/impl/consistent/ring"
	"hashlab/impl/hash"
	_ "hashlab/impl/hash/xx"
)

// A locator is found by its name, in the families that the program imports, and placed on nodes; Keyed puts a hash
// function before it. What an entry can do stands in its Capabilities.
func ExampleFind() {
	xxh3, err := hash.Find("xxh3")
	if err != nil {
		log.Fatal(err)
	}
	h, err := xxh3.New(0)
	if err != nil {
		log.Fatal(err)
	}
	e, err := consistent.Find("ring-vnodes")
	if err != nil {
		log.Fatal(err)
	}
	nodes := []consistent.Node{{ID: "cache-1", Weight: 1}, {ID: "cache-2", Weight: 1}, {ID: "cache-3", Weight: 1}}
	ring, err := e.Keyed(consistent.Options{Hash: h, Vnodes: 160}, nodes)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ring.Nodes()[ring.LocateString("user:123:profile")].ID)
	fmt.Println(errors.Is(ring.Add("cache-1", 1), consistent.ErrDuplicate))
	fmt.Println(e.Replicas, e.Weights, e.Bounded)

	// Output:
	// cache-2
	// true
	// true true false
}
