package record

// An Account says where the time of a run went: of the last one that measured every point of what it covered.
type Account struct {
	Points    int     `json:"points"`
	Predicted float64 `json:"predicted_seconds"` // before it began
	Wall      float64 `json:"wall_seconds"`      // from the command's start until the result files were written
	// Work is the part of Wall in which what is asked for was done: samples, building what is measured, keys, and
	// deterministic computing, theory beside the results included. Where points run side by side their sum is divided by how
	// many do.
	Work  float64 `json:"work_seconds"`
	Steps []Step  `json:"steps"` // at about every hundredth of Predicted
	Parts []Part  `json:"parts"` // an experiment each, in the order in which they ran
}

// A Part is what one experiment took of a run.
type Part struct {
	Experiment string  `json:"experiment"`
	Points     int     `json:"points"`
	Predicted  float64 `json:"predicted_seconds"`
	Wall       float64 `json:"wall_seconds"` // from its first point's start to its last one's end, and for making its result files
	Work       float64 `json:"work_seconds"` // of Wall, as Account.Work
}

// A Step is how far a run was at a moment.
type Step struct {
	Past float64 `json:"past"` // predicted seconds of the points that had ended
	Wall float64 `json:"wall"` // seconds since the first point began
}

// WorkShare returns the part of the wall time in which what is asked for was done; unknown without a run.
func (a Account) WorkShare() Float {
	if a.Wall <= 0 {
		return Unknown
	}
	return Float(a.Work / a.Wall)
}

// Accuracy returns the factor between what the run took and what was predicted, whichever is larger over the other;
// unknown without a run.
func (a Account) Accuracy() Float {
	if a.Wall <= 0 || a.Predicted <= 0 {
		return Unknown
	}
	return Float(max(a.Wall/a.Predicted, a.Predicted/a.Wall))
}
