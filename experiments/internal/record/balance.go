package record

// BalancePoint is one locator over one set of node ids.
type BalancePoint struct {
	Locator       string `csv:"locator" json:"locator"`
	Hash          string `csv:"hash" json:"hash"`
	Labels        string `csv:"labels" json:"labels"` // shape of vnode labels; "" where there are none
	Nodes         int    `csv:"nodes" json:"nodes"`
	Vnodes        int    `csv:"vnodes" json:"vnodes"` // points a node; 0 where there are none
	Keys          uint64 `csv:"keys" json:"keys"`     // 0: exact arc shares, no keys are drawn
	Seed          uint64 `csv:"seed" json:"seed"`     // picks the node ids
	IDs           string `csv:"ids" json:"ids"`       // whose: "made", or "own" where the user named the nodes
	PeakToAverage Float  `csv:"peak_to_average" json:"peak_to_average"`
	CV            Float  `csv:"cv" json:"cv"`
	Least         Float  `csv:"least_to_average" json:"least"`
}

// BalanceRow is a design cell: its points, one a seed, summarised.
type BalanceRow struct {
	Locator       string `csv:"locator"`
	Hash          string `csv:"hash"`
	Labels        string `csv:"labels"`
	Nodes         int    `csv:"nodes"`
	Vnodes        int    `csv:"vnodes"`
	Keys          uint64 `csv:"keys"`
	IDs           string `csv:"ids"`
	Seeds         int    `csv:"seeds"`
	PeakToAverage Float  `csv:"peak_to_average"` // mean over seeds
	PeakLow       Float  `csv:"peak_low"`        // 95 % interval of that mean
	PeakHigh      Float  `csv:"peak_high"`       //
	PeakTheory    Float  `csv:"peak_theory"`     // expected fullest over mean
	Least         Float  `csv:"least_to_average"`
	CV            Float  `csv:"cv"`              // root mean square over seeds
	CVTheory      Float  `csv:"cv_theory"`       // root mean square
	CVBandLow     Float  `csv:"cv_band_low"`     // where cv lies with probability 95 % if theory holds; arcs only
	CVBandHigh    Float  `csv:"cv_band_high"`    //
	CVGateLow     Float  `csv:"cv_gate_low"`     // the same, simultaneous over all rows of arcs, family level 1e-6
	CVGateHigh    Float  `csv:"cv_gate_high"`    //
	WithinGate    string `csv:"cv_in_gate_band"` // yes, no, or empty where there is no band
}
