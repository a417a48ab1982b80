package record

// FPRPoint is one filter, built from one set of keys and queried with absent ones.
type FPRPoint struct {
	Filter         string `csv:"filter" json:"filter"`
	Hash           string `csv:"hash" json:"hash"`           // a name in brackets is part of the filter's code
	KeyClass       string `csv:"key_class" json:"key_class"` // shape of the keys, present and absent
	N              uint64 `csv:"n" json:"n"`                 // distinct keys added, or offered to a filter that refuses some
	NDesign        uint64 `csv:"n_design" json:"n_design"`   // distinct keys that the filter was sized for
	M              uint64 `csv:"m" json:"m"`                 // payload bits
	K              int    `csv:"k" json:"k"`                 // probes
	TargetFPR      Float  `csv:"target_fpr" json:"target_fpr"`
	Sizing         string `csv:"sizing" json:"sizing"` // what was given: "fpr", or "m,k"
	Seed           uint64 `csv:"seed" json:"seed"`
	Queries        uint64 `csv:"queries" json:"queries"` // of absent keys
	FalsePositives uint64 `csv:"false_positives" json:"false_positives"`
	FalseNegatives uint64 `csv:"false_negatives" json:"false_negatives"` // among all keys added
	FillRatio      Float  `csv:"fill_ratio" json:"fill_ratio"`           // share of bits set, where the filter tells
	BitsPerKey     Float  `csv:"bits_per_key" json:"bits_per_key"`       // m over n_design
	FPRTheory      Float  `csv:"fpr_theory" json:"fpr_theory"`           // exact, for n keys
	ScatterTheory  Float  `csv:"scatter_theory" json:"scatter_theory"`   // relative standard deviation between filters
	Refused        uint64 `csv:"refused" json:"refused"`                 // of the n keys, where the filter was full
	Removed        uint64 `csv:"removed" json:"removed"`                 // taken out again before anything was asked
	FillTheory     Float  `csv:"fill_theory" json:"fill_theory"`         // expected fill_ratio once all keys are removed
}

// FPRRow is a design cell: its points, one a seed, summarised.
type FPRRow struct {
	Filter         string `csv:"filter"`
	Hash           string `csv:"hash"`
	KeyClass       string `csv:"key_class"`
	N              uint64 `csv:"n"`
	NDesign        uint64 `csv:"n_design"`
	M              uint64 `csv:"m"`
	K              int    `csv:"k"`
	BitsPerKey     Float  `csv:"bits_per_key"`
	TargetFPR      Float  `csv:"target_fpr"`
	Sizing         string `csv:"sizing"`
	Seeds          int    `csv:"seeds"`
	Queries        uint64 `csv:"queries"`
	FalsePositives uint64 `csv:"false_positives"`
	FalseNegatives uint64 `csv:"false_negatives"`
	FPR            Float  `csv:"fpr"`      // mean over seeds
	FPRLow         Float  `csv:"fpr_low"`  // 95 % interval of the mean over filters
	FPRHigh        Float  `csv:"fpr_high"` //
	FPRTheory      Float  `csv:"fpr_theory"`
	Ratio          Float  `csv:"ratio"`                  // fpr over fpr_theory
	RatioLow       Float  `csv:"ratio_low"`              // 95 %
	RatioHigh      Float  `csv:"ratio_high"`             //
	GateLow        Float  `csv:"ratio_gate_low"`         // simultaneous over all gated rows, family level 1e-6;
	GateHigh       Float  `csv:"ratio_gate_high"`        // empty where the row is not gated
	Detectable     Float  `csv:"detectable_excess"`      // relative excess over theory seen with 99 % power at 95 %
	FillRatio      Float  `csv:"fill_ratio"`             // mean over seeds
	Refused        uint64 `csv:"refused"`                // keys that full filters refused, of n times seeds
	GateDetectable Float  `csv:"gate_detectable_excess"` // relative excess that the gate sees with 99 % power
}

// FPROverflowRow is what is left of counting filters after all keys that were added are removed: the counters
// that had reached their maximum, which stick.
type FPROverflowRow struct {
	Filter      string `csv:"filter"`
	Hash        string `csv:"hash"`
	N           uint64 `csv:"n"`
	NDesign     uint64 `csv:"n_design"`
	M           uint64 `csv:"m"`
	Counters    uint64 `csv:"counters"`
	K           int    `csv:"k"`
	Seeds       int    `csv:"seeds"`
	Stuck       Float  `csv:"stuck"`     // share of counters above 0, mean over seeds
	StuckLow    Float  `csv:"stuck_low"` // 95 %, over filters
	StuckHigh   Float  `csv:"stuck_high"`
	StuckTheory Float  `csv:"stuck_theory"`   // probability that a counter meets its maximum of probes
	GateLow     Float  `csv:"stuck_gate_low"` // simultaneous over all rows, family level 1e-6
	GateHigh    Float  `csv:"stuck_gate_high"`
	Lost        uint64 `csv:"lost"` // keys that could not be removed
}
