package record

// RemapPoint is one change of nodes, over one set of node ids and keys.
type RemapPoint struct {
	Locator     string `csv:"locator" json:"locator"`
	Hash        string `csv:"hash" json:"hash"`
	Change      string `csv:"change" json:"change"` // add, remove-first, remove-middle or remove-last
	NodesBefore int    `csv:"nodes_before" json:"nodes_before"`
	NodesAfter  int    `csv:"nodes_after" json:"nodes_after"`
	Vnodes      int    `csv:"vnodes" json:"vnodes"`
	KeyClass    string `csv:"key_class" json:"key_class"`
	Keys        uint64 `csv:"keys" json:"keys"`
	Seed        uint64 `csv:"seed" json:"seed"`
	Moved       uint64 `csv:"moved" json:"moved"`
	Unnecessary uint64 `csv:"unnecessary" json:"unnecessary"` // moved between two nodes that stay
}

// RemapRow is a design cell: its points, one a seed, summarised.
type RemapRow struct {
	Locator          string `csv:"locator"`
	Hash             string `csv:"hash"`
	Change           string `csv:"change"`
	NodesBefore      int    `csv:"nodes_before"`
	NodesAfter       int    `csv:"nodes_after"`
	Vnodes           int    `csv:"vnodes"`
	KeyClass         string `csv:"key_class"`
	Keys             uint64 `csv:"keys"` // over all seeds
	Seeds            int    `csv:"seeds"`
	Moved            uint64 `csv:"moved"`
	MovedShare       Float  `csv:"moved_share"`
	MovedLow         Float  `csv:"moved_low"`  // 95 % interval of the mean over seeds
	MovedHigh        Float  `csv:"moved_high"` //
	MovedTheory      Float  `csv:"moved_theory"`
	MovedIdeal       Float  `csv:"moved_ideal"` // the least that any scheme can move: 1 - min/max of the node counts
	Unnecessary      uint64 `csv:"unnecessary"`
	UnnecessaryShare Float  `csv:"unnecessary_share"`
}
