package checksum_test

import (
	"fmt"
	"log"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/checksum"
)

// A checksum of 32 bits enters under two names: -left moves it to the high half, -mixed spreads it over 64 bits.
func Example() {
	e, err := hash.Find("crc32c-mixed")
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
	// de962484c2f20ba2
	// true
}
