package ribbon_test

import (
	"fmt"
	"log"

	"hashlab/impl/filter"
	"hashlab/impl/filter/ribbon"
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

// A filter of all keys at once, smaller than the fuse filters and slower.
func Example() {
	names := []string{"ahmad", "fatima", "khalid", "omar"}
	hashes := make([]uint64, len(names))
	h := newHash()
	h.SumStrings(hashes, names)
	f, err := ribbon.New(filter.Spec{N: 4}, hashes)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(f.Count(hashes), f.Contains(h.String("sami")))
	// Output:
	// 4 false
}
