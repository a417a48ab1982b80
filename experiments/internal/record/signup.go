package record

// SignupPoint is one guard before one table of keys, asked for some that are there and some that are not.
type SignupPoint struct {
	Story          string `csv:"story" json:"story"`
	Database       string `csv:"database" json:"database"` // "" where the guard alone is asked
	Cache          string `csv:"cache" json:"cache"`       // the database's page cache: warm, or small beside the table
	Filter         string `csv:"filter" json:"filter"`     // the guard: a filter, hash-set or none
	Hash           string `csv:"hash" json:"hash"`
	KeyClass       string `csv:"key_class" json:"key_class"`
	N              uint64 `csv:"n" json:"n"`               // keys that the guard holds at the end
	NDesign        uint64 `csv:"n_design" json:"n_design"` // keys that it was sized for
	M              uint64 `csv:"m" json:"m"`
	K              int    `csv:"k" json:"k"`
	TargetFPR      Float  `csv:"target_fpr" json:"target_fpr"`
	HitShare       Float  `csv:"hit_share" json:"hit_share"` // share of queries for present keys, as asked for
	Seed           uint64 `csv:"seed" json:"seed"`
	Queries        uint64 `csv:"queries" json:"queries"`
	Absent         uint64 `csv:"absent" json:"absent"`                   // queries for absent keys
	Avoided        uint64 `csv:"avoided" json:"avoided"`                 // queries that the guard kept from the database
	FalsePositives uint64 `csv:"false_positives" json:"false_positives"` // absent keys that the guard let through
	Wrong          uint64 `csv:"wrong" json:"wrong"`                     // answers of guard and database together that are not true
	AvoidedTheory  Float  `csv:"avoided_theory" json:"avoided_theory"`   // share of queries
	FPRTheory      Float  `csv:"fpr_theory" json:"fpr_theory"`
	WrongTheory    Float  `csv:"wrong_theory" json:"wrong_theory"` // share of queries
	GuardBytes     int64  `csv:"guard_bytes" json:"guard_bytes"`   // by the guard's own account
}

// SignupRow is a design cell: its points, one a seed, summarised.
type SignupRow struct {
	Story          string `csv:"story"`
	Database       string `csv:"database"`
	Cache          string `csv:"cache"`
	Filter         string `csv:"filter"`
	Hash           string `csv:"hash"`
	KeyClass       string `csv:"key_class"`
	N              uint64 `csv:"n"`
	NDesign        uint64 `csv:"n_design"`
	M              uint64 `csv:"m"`
	K              int    `csv:"k"`
	TargetFPR      Float  `csv:"target_fpr"`
	HitShare       Float  `csv:"hit_share"`
	Seeds          int    `csv:"seeds"`
	Queries        uint64 `csv:"queries"`
	Absent         uint64 `csv:"absent"`
	Avoided        uint64 `csv:"avoided"`
	FalsePositives uint64 `csv:"false_positives"`
	Wrong          uint64 `csv:"wrong"`
	AvoidedShare   Float  `csv:"avoided_share"`
	AvoidedLow     Float  `csv:"avoided_low"`  // 95 %, exact binomial over all queries; empty where they repeat
	AvoidedHigh    Float  `csv:"avoided_high"` //
	AvoidedTheory  Float  `csv:"avoided_theory"`
	GateLow        Float  `csv:"avoided_gate_low"`  // simultaneous over all gated rows, family level 1e-6;
	GateHigh       Float  `csv:"avoided_gate_high"` // empty where the row is not gated
	FPR            Float  `csv:"fpr"`               // false positives over queries for absent keys
	FPRLow         Float  `csv:"fpr_low"`           // 95 %, exact binomial
	FPRHigh        Float  `csv:"fpr_high"`          //
	FPRTheory      Float  `csv:"fpr_theory"`
	WrongShare     Float  `csv:"wrong_share"` // of queries
	WrongTheory    Float  `csv:"wrong_theory"`
	GuardBytes     int64  `csv:"guard_bytes"`
}

// SignupTimes are the measured figures of a signup point: in a file of their own.
type SignupTimes struct {
	Story         string `csv:"story" json:"story"`
	Database      string `csv:"database" json:"database"`
	Cache         string `csv:"cache" json:"cache"`
	Filter        string `csv:"filter" json:"filter"`
	Hash          string `csv:"hash" json:"hash"`
	KeyClass      string `csv:"key_class" json:"key_class"`
	N             uint64 `csv:"n" json:"n"`
	HitShare      Float  `csv:"hit_share" json:"hit_share"`
	Block         uint64 `csv:"block" json:"block"`
	Queries       uint64 `csv:"queries" json:"queries"`
	LookupsPerSec Float  `csv:"lookups_per_s" json:"lookups_per_s"` // guard and database, one after the other
	P50           Float  `csv:"p50_ns" json:"p50"`                  // of one look-up, its two clock readings included
	P99           Float  `csv:"p99_ns" json:"p99"`
	P999          Float  `csv:"p999_ns" json:"p999"`
	GuardNs       Float  `csv:"guard_ns_per_key" json:"guard_ns"`      // the guard alone, over the same keys
	ReadSeconds   Float  `csv:"read_seconds" json:"read_s"`            // all names from the database, at a server's start
	BuildSeconds  Float  `csv:"build_seconds" json:"build_s"`          // the guard from them
	RestoreSec    Float  `csv:"restore_seconds" json:"restore_s"`      // the guard from its stored form
	HeapBytes     Float  `csv:"guard_heap_bytes" json:"heap_bytes"`    // growth of the live heap by the guard
	DatabaseBytes int64  `csv:"database_bytes" json:"database_bytes"`  // size of the table and its index
	WritesPerSec  Float  `csv:"writes_per_s" json:"writes_per_s"`      // sign-ups while the look-ups went on
	NsPerQuery    Float  `csv:"database_ns_per_query" json:"query_ns"` // mean of the look-ups that reached the database
	NullNs        Float  `csv:"null_ns_per_query" json:"null_ns"`      // mean of a statement that reads no table: the control of the look-ups
	Twin          bool   `csv:"twin" json:"twin"`                      // the series timed once more in the block, as if it were another
}

// SignupNoiseRow compares a figure of a series with the same of its twin: what a comparison cannot tell apart.
type SignupNoiseRow struct {
	Story    string `csv:"story"`
	Database string `csv:"database"`
	Cache    string `csv:"cache"`
	Filter   string `csv:"filter"`
	N        uint64 `csv:"n"`
	HitShare Float  `csv:"hit_share"`
	Figure   string `csv:"figure"` // the column that is compared
	Blocks   int    `csv:"blocks"`
	Ratio    Float  `csv:"ratio"`     // geometric mean over blocks of the twin over the series
	Low      Float  `csv:"ratio_low"` // 95 %
	High     Float  `csv:"ratio_high"`
}

// SavedRatios returns how many times as fast as a look-up in the database the guard is, one value for each block and
// share of queries for present keys, absent ones among them: both over the same queries, of the story of look-ups
// with a warm page cache.
func SavedRatios(times []SignupTimes, database, guard, hash string) (ratios []float64) {
	for _, g := range times {
		if g.Twin || g.Story != "lookups" || g.Database != database || g.Filter != guard || g.Hash != hash || g.HitShare >= 1 || !(g.GuardNs > 0) {
			continue
		}
		for _, none := range times {
			if none.Filter == "none" && !none.Twin && none.Story == g.Story && none.Database == database && none.Cache == g.Cache && none.N == g.N &&
				none.HitShare == g.HitShare && none.Block == g.Block && none.NsPerQuery.Known() {
				ratios = append(ratios, float64(none.NsPerQuery/g.GuardNs))
			}
		}
	}
	return ratios
}

// SignupPayload is what a signup point leaves in the journal.
type SignupPayload struct {
	Point SignupPoint `json:"point"`
	Times SignupTimes `json:"times"`
}
