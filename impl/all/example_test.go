package all_test

import (
	"fmt"
	"log"

	_ "hashlab/impl/all"
	"hashlab/impl/consistent"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// A filter by its registered name, with a hash function by its own.
func Example_filter() {
	xxh3, err := hash.Find("xxh3") // any name that `hashlab list hashes` shows
	if err != nil {
		log.Fatal(err)
	}
	h, err := xxh3.New(0)
	if err != nil {
		log.Fatal(err)
	}
	split, err := filter.Find("bloom-split-256") // any name that `hashlab list filters` shows
	if err != nil {
		log.Fatal(err)
	}
	users, err := split.Keyed(filter.Spec{N: 1_000_000, FPR: 0.01}, h)
	if err != nil {
		log.Fatal(err)
	}
	users.AddString("khalid")
	fmt.Println(users.ContainsString("khalid")) // true may be wrong, for 1 % of the absent names at most
	fmt.Println(users.ContainsString("sami"))   // false is certain

	// Output:
	// true
	// false
}

// A ring by its registered name, before and after a node joins.
func Example_ring() {
	xxh3, err := hash.Find("xxh3")
	if err != nil {
		log.Fatal(err)
	}
	h, err := xxh3.New(0)
	if err != nil {
		log.Fatal(err)
	}
	vnodes, err := consistent.Find("ring-vnodes") // any name that `hashlab list locators` shows
	if err != nil {
		log.Fatal(err)
	}
	ring, err := vnodes.Keyed(consistent.Options{Hash: h, Vnodes: 160}, []consistent.Node{{ID: "cache-1", Weight: 1}, {ID: "cache-2", Weight: 2}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ring.Nodes()[ring.LocateString("user:123:profile")].ID)
	err = ring.Add("cache-3", 1) // takes keys from the others, and moves none between them
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ring.Nodes()[ring.LocateString("user:123:profile")].ID)

	// Output:
	// cache-2
	// cache-2
}
