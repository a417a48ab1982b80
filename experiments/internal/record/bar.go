package record

// BarsFile is the result file of the performance bars.
const BarsFile = "bars.csv"

// BarRow is a performance bar: what it claims, and what was measured.
type BarRow struct {
	Name      string `csv:"name"`
	What      string `csv:"what"`       // the claim in a sentence
	Ratio     Float  `csv:"ratio"`      // median over rounds of the time of Over by that of Under; or a count
	Low       Float  `csv:"ratio_low"`  // 95 % by order statistics over rounds; the ratio itself where it is exact
	High      Float  `csv:"ratio_high"` //
	Relation  string `csv:"relation"`   // >= or <=
	Wanted    Float  `csv:"wanted"`
	Verdict   string `csv:"verdict"` // holds or short: the end of the interval that faces Wanted decides
	Rounds    int    `csv:"rounds"`  // in which both sides were timed; 0 where the figure is exact
	Disturbed int    `csv:"disturbed"`
	Over      string `csv:"over"` // what is divided
	Under     string `csv:"under"`
	OverNs    Float  `csv:"over_ns"` // median over rounds, ns per Unit, what an adapter adds taken off
	UnderNs   Float  `csv:"under_ns"`
	Unit      string `csv:"unit"`
	Detail    string `csv:"detail"` // what an exact figure counts
}

// The verdicts on a bar.
const (
	BarHolds = "holds"
	BarShort = "short"
)
