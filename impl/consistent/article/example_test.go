package article_test

import (
	"fmt"
	"log"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/article"
)

// The article's example: three servers with five points each, and a fourth that takes a key over.
func Example() {
	r, err := article.NewRing(consistent.Options{Vnodes: 5}, []consistent.Node{{ID: "server-1", Weight: 1}, {ID: "server-2", Weight: 1}, {ID: "server-3", Weight: 1}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Nodes()[r.LocateString("user:123:profile")].ID)
	if err := r.Add("server-4", 1); err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Nodes()[r.LocateString("user:123:profile")].ID)
	// Output:
	// server-2
	// server-4
}
