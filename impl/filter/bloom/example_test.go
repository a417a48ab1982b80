package bloom_test

import (
	"fmt"
	"log"
	"sync"

	"hashlab/impl/filter"
	"hashlab/impl/filter/bloom"
	"hashlab/impl/hash"
	_ "hashlab/impl/hash/xx"
)

// newHash returns xxh3.
func newHash() hash.Hash {
	e, err := hash.Find("xxh3")
	if err != nil {
		log.Fatal(err)
	}
	h, err := e.New(0)
	if err != nil {
		log.Fatal(err)
	}
	return h
}

// A filter of a million keys of whose absent ones 1 % may pass.
func Example() {
	f, err := bloom.NewSplit256(filter.Spec{N: 1_000_000, FPR: 0.01})
	if err != nil {
		log.Fatal(err)
	}
	users := filter.JoinMutable(f, newHash())
	users.AddString("khalid")
	fmt.Println(users.ContainsString("khalid"), users.ContainsString("sami"))
	fmt.Printf("%d bytes, %.2f bits a key\n", users.Bytes(), users.Params().BitsPerKey())
	// Output:
	// true false
	// 1316160 bytes, 10.53 bits a key
}

// Prepared hashes are added and looked up in bulk.
func ExampleClassic() {
	f, err := bloom.NewClassic(filter.Spec{N: 1000, FPR: 0.001})
	if err != nil {
		log.Fatal(err)
	}
	h, names := newHash(), []string{"ahmad", "fatima", "omar"}
	hashes := make([]uint64, len(names))
	h.SumStrings(hashes, names)
	fmt.Println(f.AddAll(hashes), f.Count(hashes), f.Params().K)
	// Output:
	// 3 3 10
}

// Counters take keys out again, for four times the memory.
func ExampleCounting() {
	f, err := bloom.NewCounting(filter.Spec{N: 1000, FPR: 0.01})
	if err != nil {
		log.Fatal(err)
	}
	h := newHash().String("khalid")
	f.Add(h)
	fmt.Println(f.Contains(h), f.Remove(h), f.Contains(h))
	// Output:
	// true true false
}

// Any number of goroutines may add and look up.
func ExampleConcurrent() {
	f, err := bloom.NewConcurrent(filter.Spec{N: 1000, FPR: 0.01})
	if err != nil {
		log.Fatal(err)
	}
	h := newHash()
	var all sync.WaitGroup
	for _, name := range []string{"ahmad", "fatima", "omar"} {
		all.Go(func() { f.Add(h.String(name)) })
	}
	all.Wait()
	fmt.Println(f.Contains(h.String("ahmad")), f.Contains(h.String("fatima")), f.Contains(h.String("omar")))
	// Output:
	// true true true
}
