package record

// FPRTest is what is tested of a design cell of FPRRow whose theory says how filters scatter. Adjusted p-values
// are over all tests of their kind in the file.
type FPRTest struct {
	Filter      string `csv:"filter"`
	Hash        string `csv:"hash"`
	KeyClass    string `csv:"key_class"`
	N           uint64 `csv:"n"`
	NDesign     uint64 `csv:"n_design"`
	M           uint64 `csv:"m"`
	K           int    `csv:"k"`
	TargetFPR   Float  `csv:"target_fpr"`
	Sizing      string `csv:"sizing"`
	Seeds       int    `csv:"seeds"`
	Queries     uint64 `csv:"queries"`
	Gated       bool   `csv:"gated"` // a deviation makes the run fail; the others are explored
	Ratio       Float  `csv:"ratio"` // measured over theory
	RatioLow    Float  `csv:"ratio_low"`
	RatioHigh   Float  `csv:"ratio_high"`
	Within      string `csv:"within_5_percent"` // what that interval says: equivalent, different or inconclusive
	RatioP      Float  `csv:"ratio_p"`          // two-sided, of "the mean rate is theory's"
	RatioHolm   Float  `csv:"ratio_p_holm"`     // among the gated
	RatioBH     Float  `csv:"ratio_p_bh"`       // among the others: Benjamini-Hochberg
	Detectable  Float  `csv:"detectable_excess"`
	Inflation   Float  `csv:"variance_ratio"`          // variance between filters over that of a binomial; empty below 5 filters or 5 hits
	Expected    Float  `csv:"variance_ratio_expected"` // by theory's scatter
	Above       Float  `csv:"scatter_p_above"`         // P(as much scatter or more)
	Below       Float  `csv:"scatter_p_below"`
	ScatterHolm Float  `csv:"scatter_p_holm"` // two-sided, among the gated of 1000 keys or more
}
