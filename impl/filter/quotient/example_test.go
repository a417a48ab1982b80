package quotient_test

import (
	"fmt"
	"log"

	"hashlab/impl/filter"
	"hashlab/impl/filter/quotient"
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

// A filter that can take in another and grow without the keys.
func Example() {
	f, err := quotient.New(filter.Spec{N: 1000, FPR: 0.01})
	if err != nil {
		log.Fatal(err)
	}
	h := newHash()
	f.Add(h.String("khalid"))
	larger, err := f.Doubled()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(larger.Contains(h.String("khalid")), larger.Bytes() > f.Bytes())
	// Output:
	// true true
}
