package article_test

import (
	"fmt"
	"log"

	"hashlab/impl/filter"
	"hashlab/impl/filter/article"
)

// The article's demonstration: with four keys of a million a false positive cannot be seen.
func Example() {
	f, err := article.New(filter.Spec{N: 1_000_000, FPR: 0.01}, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range []string{"ahmad", "fatima", "omar", "programmer"} {
		f.AddString(name)
	}
	fmt.Println(f.Params().M, f.Params().K)
	fmt.Println(f.ContainsString("omar"), f.ContainsString("sami"), f.ContainsString("random_user_123"))
	// Output:
	// 9585058 6
	// true false false
}
