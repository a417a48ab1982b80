package extern_test

import (
	"fmt"
	"log"

	"hashlab/impl/filter"
	"hashlab/impl/filter/extern"
)

// A library under the same contract, as its users get it: its textbook size misses the target by a little.
func Example() {
	f, err := extern.NewBitsAndBlooms(filter.Spec{N: 1000, FPR: 0.01})
	if err != nil {
		log.Fatal(err)
	}
	f.AddString("khalid")
	fmt.Println(f.ContainsString("khalid"), f.ContainsString("sami"), f.Params().M, f.Params().K)
	// Output:
	// true false 9586 7
}
