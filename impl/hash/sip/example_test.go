package sip_test

import (
	"fmt"
	"log"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/sip"
)

// The function for keys that an adversary picks: with a seed that is kept secret, collisions cannot be planned.
func Example() {
	e, err := hash.Find("siphash24")
	if err != nil {
		log.Fatal(err)
	}
	const secret = 0x5eed // draw it when the program starts
	h, err := e.New(secret)
	if err != nil {
		log.Fatal(err)
	}
	published, err := e.New(0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(h.Info().Keyed, h.String("khalid") == published.String("khalid"))
	// Output:
	// true false
}
