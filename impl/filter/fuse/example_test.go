package fuse_test

import (
	"fmt"
	"log"

	"hashlab/impl/filter"
	"hashlab/impl/filter/fuse"
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

// A filter of all keys at once: the smallest and fastest where nothing is added later.
func Example() {
	names := []string{"ahmad", "fatima", "khalid", "omar"}
	hashes := make([]uint64, len(names))
	h := newHash()
	h.SumStrings(hashes, names)
	f, err := fuse.NewThreeWise[uint8](filter.Spec{N: 4}, hashes)
	if err != nil {
		log.Fatal(err)
	}
	blocked := filter.Join(f, h)
	fmt.Println(blocked.ContainsString("khalid"), blocked.ContainsString("sami"))
	// Output:
	// true false
}
