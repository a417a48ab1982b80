package goruntime_test

import (
	"fmt"
	"log"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/goruntime"
)

// The hash of the running program: other in each process, so nothing that outlives it may depend on it.
func Example() {
	e, err := hash.Find("maphash")
	if err != nil {
		log.Fatal(err)
	}
	h, err := e.New(0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(h.String("khalid") == h.Bytes([]byte("khalid")), h.Info().Stable)

	// Output:
	// true false
}
