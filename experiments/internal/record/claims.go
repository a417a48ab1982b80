package record

// The verdicts on a claim.
const (
	Holds       = "holds"
	HoldsIf     = "holds if"
	HoldsNot    = "does not hold"
	NotMeasured = "not measured"
)

// ClaimRow is a claim of an article with what the results say of it.
type ClaimRow struct {
	ID       string `csv:"id"`    // A1 … A14, B1 … B9, or E and a number for an erratum
	Claim    string `csv:"claim"` // in our words
	Measured string `csv:"measured"`
	Theory   string `csv:"theory"`
	Verdict  string `csv:"verdict"`
	If       string `csv:"if"`     // the condition of HoldsIf, or what stands instead of a claim that does not hold
	Figure   string `csv:"figure"` // name of the figure that shows it, "" where there is none
	Command  string `csv:"command"`
}
