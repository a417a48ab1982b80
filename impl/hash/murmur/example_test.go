package murmur_test

import (
	"fmt"
	"log"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/murmur"
)

// The function of Cassandra and many filters; seed 0 is the published one.
func Example() {
	e, err := hash.Find("murmur3-64")
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
	// df71ac9b01906281
	// true
}
