package crypto_test

import (
	"fmt"
	"log"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/crypto"
)

// The first 8 bytes of a digest, for keys that an adversary picks without a seed to keep secret.
func Example() {
	e, err := hash.Find("sha256")
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
	// 3c755e512de7145f
	// true
}
