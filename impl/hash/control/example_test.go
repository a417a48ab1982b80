package control_test

import (
	"fmt"
	"log"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/control"
)

// A function that exists to fail: what is only reordered in the right way collides.
func Example() {
	e, err := hash.Find("djb2-mixed")
	if err != nil {
		log.Fatal(err)
	}
	h, err := e.New(0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(h.String("ab") == h.String("bA"))

	// Output:
	// true
}
