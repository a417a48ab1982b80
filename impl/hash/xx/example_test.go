package xx_test

import (
	"fmt"
	"log"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/xx"
)

// The general choice: a key, as a string or as bytes, has one hash of 64 bits.
func Example() {
	e, err := hash.Find("xxh3")
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
	// 1aec33c36516a068
	// true
}
