package plan

import "hashlab/impl/consistent"

// A limit is the most nodes that a locator is measured with, for want of memory or time, and why.
type limit struct {
	nodes int
	why   string
}

// limits holds them by name of the locator. They are of the code behind the name, not of its scheme.
var limits = map[string]limit{
	"x-kkdai-maglev": {1000, "it keeps the whole permutation of every node, 8 bytes for each of 65,537 entries: 0.5 MB a node, 5 GB for 10,000"},
	"x-buraksezer":   {1000, "New sorts the whole ring anew after each node: seconds for 1,000, minutes for 10,000"},
}

// TooMany returns why a locator is not measured with so many nodes, "" where it is.
func TooMany(locator string, nodes int) string {
	if l, limited := limits[locator]; limited && nodes > l.nodes {
		return l.why
	}
	return ""
}

// rebuilds is the number of nodes from which on building a locator, or changing its nodes, takes too long to be timed often.
// Ketama re-cuts all points at every change, and groupcache cannot remove a node without building anew.
var rebuilds = map[string]int{
	"ring-ketama": 100, "ring-ketama-spy": 100, "ring-spread": 100,
	"x-buraksezer": 100, "x-groupcache": 100, "x-kkdai-maglev": 10, "x-serialx": 100,
}

// TooSlow reports whether building a locator of so many nodes takes seconds.
func TooSlow(locator string, nodes int) bool {
	most, slow := rebuilds[locator]
	return slow && nodes > most
}

// scans names the locators that ask every node about every key, so that placing K keys on N nodes takes K N steps.
var scans = map[string]bool{"rendezvous": true, "rendezvous-weighted": true, "x-dgryski-rendezvous": true}

// Scans reports whether a look-up of the locator takes a step for every node.
func Scans(locator string) bool { return scans[locator] }

// ManyNodes is the number of nodes that stands for very many.
const ManyNodes = 10_000

// OnMany reports whether the standard profile takes the locator to ManyNodes: any node may leave it, the set of nodes
// alone decides, and neither building it nor placing a key takes a step for every node and more.
func OnMany(e consistent.Entry) bool {
	return e.RemovesAny && !e.HistoryBound && !Scans(e.Name) && !TooSlow(e.Name, ManyNodes) && TooMany(e.Name, ManyNodes) == ""
}
