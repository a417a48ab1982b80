package metro_test

import (
	"fmt"
	"log"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/metro"
)

// A fast function of 64 bits with a seed.
func Example() {
	e, err := hash.Find("metro64")
	if err != nil {
		log.Fatal(err)
	}
	h, err := e.New(0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%016x\n", h.String("khalid"))
	fmt.Println(h.Bytes([]byte("khalid")) == h.String("khalid"))

	// Output:
	// 1e371c4949f3b654
	// true
}
