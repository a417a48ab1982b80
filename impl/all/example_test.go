package all_test

import (
	"fmt"
	"log"

	_ "hashlab/impl/all"
	"hashlab/impl/consistent"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// A filter and a ring with the same hash function.
func Example() {
	xxh3, err := hash.Find("xxh3")
	if err != nil {
		log.Fatal(err)
	}
	h, err := xxh3.New(0)
	if err != nil {
		log.Fatal(err)
	}

	split, err := filter.Find("bloom-split-256")
	if err != nil {
		log.Fatal(err)
	}
	f, err := split.Keyed(filter.Spec{N: 1_000_000, FPR: 0.01}, h)
	if err != nil {
		log.Fatal(err)
	}
	f.AddString("khalid")
	fmt.Println(f.ContainsString("khalid"), f.ContainsString("sami"))

	ring, err := consistent.Find("ring-vnodes")
	if err != nil {
		log.Fatal(err)
	}
	nodes := []consistent.Node{{ID: "cache-1", Weight: 1}, {ID: "cache-2", Weight: 1}, {ID: "cache-3", Weight: 1}}
	r, err := ring.Keyed(consistent.Options{Hash: h}, nodes)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Nodes()[r.LocateString("user:123:profile")].ID)

	// Output:
	// true false
	// cache-2
}
