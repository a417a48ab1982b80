package show

import "slices"

// The examples of the articles that started the project.

// ArticlePreset is the name of both.
const ArticlePreset = "article"

// ArticleFilter is the worked example of the article on the Bloom filter: 1000 bits, 3 probes, and positions that
// the text gives without saying where they come from.
func ArticleFilter() *FilterStory {
	positions := map[string][]int{"khalid": {250, 512, 800}, "sami": {150, 400, 750}}
	t := &FilterStory{
		Title: "The sign-up article's worked example: m = 1000 bits, k = 3", M: 1000, K: 3,
		Note: "The positions are those of the text, 250, 512, 800 and 150, 400, 750. They illustrate: no hash function gives them, " +
			"the article's own SHA-256 included. The text stops at 400, which is clear; so are the other two.",
	}
	t.tell(FilterRequest{Add: []string{"khalid"}, Ask: []string{"sami"}}, func(key string) ([]int, error) {
		return slices.Clone(positions[key]), nil
	})
	return t
}

// ArticleRing is the example of the article on consistent hashing: three servers with five points each, a fourth
// that comes, and a key that it takes over.
func ArticleRing() RingRequest {
	return RingRequest{
		Locator: "article-ring", Nodes: []string{"server-1", "server-2", "server-3"}, Vnodes: 5,
		Add: []string{"server-4"}, Keys: []string{"user:123:profile"},
	}
}
