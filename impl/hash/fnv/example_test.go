package fnv_test

import (
	"fmt"
	"log"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/fnv"
)

// FNV-1a, whose high bits hardly change at the end of short keys: it is here to be measured.
func Example() {
	e, err := hash.Find("fnv1a-64")
	if err != nil {
		log.Fatal(err)
	}
	h, err := e.New(0)
	if err != nil {
		log.Fatal(err)
	}
	a, b := h.String("server-1:0"), h.String("server-1:1")
	fmt.Printf("%016x\n%016x\n", a, b)

	// Output:
	// 95baaa52a547ed4e
	// 95baab52a547ef01
}
