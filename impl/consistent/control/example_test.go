package control_test

import (
	"fmt"
	"log"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/control"
)

// What reads a table and nothing else: the floor under the time of a look-up, and no consistent hash.
func Example() {
	l, err := control.NewLoad(consistent.Options{}, []consistent.Node{{ID: "cache-1", Weight: 1}, {ID: "cache-2", Weight: 1}, {ID: "cache-3", Weight: 1}})
	if err != nil {
		log.Fatal(err)
	}
	hs, before, after := make([]uint64, 1000), make([]int32, 1000), make([]int32, 1000)
	for i := range hs {
		hs[i] = uint64(i) * 0x9e3779b97f4a7c15
	}
	l.LocateAll(before, hs)
	if err := l.Add("cache-4", 1); err != nil {
		log.Fatal(err)
	}
	l.LocateAll(after, hs)
	moved := 0
	for i := range hs {
		if before[i] != after[i] { // nodes that stay keep their numbers
			moved++
		}
	}
	fmt.Println("one in four would have to move; more than half did:", moved > 500)
	// Output:
	// one in four would have to move; more than half did: true
}
