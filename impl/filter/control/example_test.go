package control_test

import (
	"fmt"
	"log"

	"hashlab/impl/filter"
	"hashlab/impl/filter/control"
)

// What costs as little as a filter can, and is none: it loses what was added.
func Example() {
	f, err := control.NewNull(filter.Spec{N: 1000, FPR: 0.01})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(f.Add(2), f.Contains(2), f.Bytes())
	// Output:
	// true false 0
}
