package farm_test

import (
	"fmt"
	"log"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/farm"
)

// A fingerprint that stays the same in every version.
func Example() {
	e, err := hash.Find("farm-fp64")
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
	// 4e555a6ca2723c5d
	// true
}
