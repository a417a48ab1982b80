package hash_test

import (
	"fmt"
	"log"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/xx"
)

// A function is found by its name, in the families that the program imports, and made with a seed: 0 is the published
// function. Its Info says what it is good for.
func ExampleFind() {
	e, err := hash.Find("xxh3")
	if err != nil {
		log.Fatal(err)
	}
	h, err := e.New(0)
	if err != nil {
		log.Fatal(err)
	}
	hashes := make([]uint64, 2)
	h.SumStrings(hashes, []string{"khalid", "sami"})
	fmt.Printf("%016x %016x\n", hashes[0], hashes[1])
	fmt.Println(h.Info().Bits, h.Info().Stable, h.Info().Keyed)

	// Output:
	// 1aec33c36516a068 2be40fb31e84bc5e
	// 64 true false
}
