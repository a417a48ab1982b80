package record

// RemapPoint is one change of nodes, over one set of node ids and keys.
type RemapPoint struct {
	Locator     string `csv:"locator" json:"locator"`
	Hash        string `csv:"hash" json:"hash"`
	Change      string `csv:"change" json:"change"` // add, remove-first, replace, history …
	NodesBefore int    `csv:"nodes_before" json:"nodes_before"`
	NodesAfter  int    `csv:"nodes_after" json:"nodes_after"`
	Vnodes      int    `csv:"vnodes" json:"vnodes"`
	KeyClass    string `csv:"key_class" json:"key_class"`
	Keys        uint64 `csv:"keys" json:"keys"`
	Seed        uint64 `csv:"seed" json:"seed"`
	Moved       uint64 `csv:"moved" json:"moved"`
	Unnecessary uint64 `csv:"unnecessary" json:"unnecessary"` // moved between two nodes that stay
	Steps       int    `csv:"steps" json:"steps"`             // keys are placed anew after each; moves are of all steps together
	Replicas    int    `csv:"replicas" json:"replicas"`       // copies of a key; each that comes to another node is a move
	Slack       Float  `csv:"slack" json:"slack"`             // of bounded loads, all keys being given out anew; 0: no bound
	Ideal       Float  `csv:"moved_ideal" json:"ideal"`       // the least share that any scheme can move, mean over the steps
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
	MovedIdeal       Float  `csv:"moved_ideal"` // the least that any scheme can move
	Unnecessary      uint64 `csv:"unnecessary"`
	UnnecessaryShare Float  `csv:"unnecessary_share"`
	Steps            int    `csv:"steps"` // shares are of keys times steps times replicas
	Replicas         int    `csv:"replicas"`
	Slack            Float  `csv:"slack"`
	ShareSD          Float  `csv:"moved_sd"` // standard deviation of the moved share over seeds
}
