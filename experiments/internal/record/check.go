package record

// CheckRow is a check that a run holds its results to. A check that does not hold makes the run end with
// exit code 1.
type CheckRow struct {
	Experiment string `csv:"experiment"`
	Check      string `csv:"check"`
	Tests      int    `csv:"tests"` // how many comparisons it makes
	Holds      bool   `csv:"holds"`
	Detail     string `csv:"detail"` // what it found, with the figures
}

// ChecksFile is the result file of all checks.
const ChecksFile = "checks.csv"
