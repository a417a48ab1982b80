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
	KeyClass      string `csv:"key_class" json:"key_class"` // "" for arcs
	Zipf          Float  `csv:"zipf" json:"zipf"`           // exponent of the law by which keys are asked for; 0: each alike
	Weights       string `csv:"weights" json:"weights"`     // repeated over the nodes; "": all alike
	Replicas      int    `csv:"replicas" json:"replicas"`   // copies of a key
	Slack         Float  `csv:"slack" json:"slack"`         // what a node may bear above its part; 0: no bound
	Requests      uint64 `csv:"requests" json:"requests"`   // given out one by one; 0: shares of the keys
	Effective     Float  `csv:"effective_keys" json:"eff"`  // keys, asked for alike, that would scatter as much
	Overflow      uint64 `csv:"overflow" json:"overflow"`   // requests that did not go to their first node
	OverBound     uint64 `csv:"over_bound" json:"over"`     // requests that took a node above its bound
	ShortCopies   uint64 `csv:"short_copies" json:"short"`  // keys without distinct copies, the owner first
	Lightest      Float  `csv:"lightest" json:"lightest"`   // mean load of the nodes of least weight ÷ what that asks for
	Heaviest      Float  `csv:"heaviest" json:"heaviest"`   // of greatest weight
	LightestAsked Float  `csv:"lightest_points" json:"lp"`  // the same of the points they have
	HeaviestAsked Float  `csv:"heaviest_points" json:"hp"`
	Quantisation  Float  `csv:"quantisation" json:"q"`               // greatest |share of the points ÷ share of the weights - 1|
	OverflowLaw   Float  `csv:"overflow_theory" json:"overflow_law"` // what theory expects of overflow ÷ requests
	CVWeighted    Float  `csv:"cv_weighted" json:"cv_w"`             // what theory expects of cv for these points and weights
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
	KeyClass      string `csv:"key_class"`
	Zipf          Float  `csv:"zipf"`
	Weights       string `csv:"weights"`
	Replicas      int    `csv:"replicas"`
	Slack         Float  `csv:"slack"`
	Requests      uint64 `csv:"requests"`       // of each seed
	Effective     Float  `csv:"effective_keys"` // mean over seeds
	CVFloor       Float  `csv:"cv_floor"`       // what placing so many keys scatters by itself, with even shares
	CVExcess      Float  `csv:"cv_excess"`      // √(cv² - floor²), 0 where cv is below the floor
	PeakMin       Float  `csv:"peak_min"`       // least and greatest over seeds
	PeakMax       Float  `csv:"peak_max"`
	PeakGateLow   Float  `csv:"peak_gate_low"` // where all seeds' peaks lie, simultaneous over all rows of arcs, and of Zipf's law, family level 1e-6
	PeakGateHigh  Float  `csv:"peak_gate_high"`
	PeakInGate    string `csv:"peak_in_gate_band"`
	PeakFloor     Float  `csv:"peak_floor"`     // what the hottest key alone makes of it
	PeakBound     Float  `csv:"peak_bound"`     // the bound on loads, rounded up to a request
	OverflowShare Float  `csv:"overflow_share"` // of all requests
	OverflowLow   Float  `csv:"overflow_low"`   // 95 % interval of the mean over seeds
	OverflowHigh  Float  `csv:"overflow_high"`
	OverflowLaw   Float  `csv:"overflow_theory"` // expected share, where each key is asked for once
	OverBound     uint64 `csv:"over_bound"`      // over all seeds
	ShortCopies   uint64 `csv:"short_copies"`    // over all seeds
	Lightest      Float  `csv:"lightest"`        // means over seeds, with 95 % intervals
	LightestLow   Float  `csv:"lightest_low"`
	LightestHigh  Float  `csv:"lightest_high"`
	Heaviest      Float  `csv:"heaviest"`
	HeaviestLow   Float  `csv:"heaviest_low"`
	HeaviestHigh  Float  `csv:"heaviest_high"`
	LightestAsked Float  `csv:"lightest_points"`
	HeaviestAsked Float  `csv:"heaviest_points"`
	Quantisation  Float  `csv:"quantisation"` // greatest over seeds
}
