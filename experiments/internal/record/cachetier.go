package record

// CachetierPoint is one run of a cache tier: a node joins, later one dies. Sums are over requests; rates are
// per second of the run's own time.
type CachetierPoint struct {
	Story        string `csv:"story" json:"story"`
	Backend      string `csv:"backend" json:"backend"` // lru in virtual time; memcached or redis on the wall clock
	Locator      string `csv:"locator" json:"locator"` // none: every request goes to the database
	Hash         string `csv:"hash" json:"hash"`
	Vnodes       int    `csv:"vnodes" json:"vnodes"`
	Replicas     int    `csv:"replicas" json:"replicas"` // copies of a key
	Workload     string `csv:"workload" json:"workload"` // zipf, or the name of a trace
	NodesBefore  int    `csv:"nodes_before" json:"nodes_before"`
	NodesAfter   int    `csv:"nodes_after" json:"nodes_after"`
	Seed         uint64 `csv:"seed" json:"seed"`
	Requests     uint64 `csv:"requests" json:"requests"`
	Distinct     uint64 `csv:"distinct" json:"distinct"`              // objects that were asked for
	Once         uint64 `csv:"once" json:"once"`                      // of these, asked for once
	Keys         uint64 `csv:"keys" json:"keys"`                      // placed before and after the join
	Moved        uint64 `csv:"moved" json:"moved"`                    // of these, those that changed node
	MovedWeight  Float  `csv:"moved_weight" json:"moved_weight"`      // the same, each key by its share of requests
	MovedTheory  Float  `csv:"moved_theory" json:"moved_theory"`      // of both
	BandLow      Float  `csv:"moved_band_low" json:"band_low"`        // where Moved/Keys lies except with probability 1e-9,
	BandHigh     Float  `csv:"moved_band_high" json:"band_high"`      // by theory; empty where there is none
	HitBefore    Float  `csv:"hit_before" json:"hit_before"`          // hit ratio, mean before the join
	HitFirst     Float  `csv:"hit_first" json:"hit_first"`            // of the first 500 requests after it
	HitHeld      Float  `csv:"hit_held" json:"hit_held"`              // requests by popularity whose node holds the key, at the instant before it,
	HitStep      Float  `csv:"hit_step" json:"hit_step"`              // and after it, when nothing is filled again; unknown on servers and with bounded loads
	HitTheory    Float  `csv:"hit_step_theory" json:"hit_theory"`     // hit_held (1 - moved_weight)
	MissesBefore Float  `csv:"misses_before" json:"misses_before"`    // per second, mean before the join
	MissesPeak   Float  `csv:"misses_peak" json:"misses_peak"`        // greatest of any second after it, until a node dies
	Excess       Float  `csv:"excess_misses" json:"excess"`           // misses above the mean before, summed until recovery
	Recovery     Float  `csv:"recovery_s" json:"recovery_s"`          // seconds until three in turn are within 5 % of the mean before
	Failed       uint64 `csv:"failed" json:"failed"`                  // requests that the database refused from the join until a node dies
	Givers       Float  `csv:"givers" json:"givers"`                  // nodes that keys leave for the one that joins,
	Heirs        Float  `csv:"heirs" json:"heirs"`                    // and nodes that the keys of a dead one go to; of four
	DiedExcess   Float  `csv:"died_excess_misses" json:"died_excess"` // Excess and Recovery after a node dies, beside
	DiedRecovery Float  `csv:"died_recovery_s" json:"died_recovery"`  // the mean of the run's last seconds: a node fewer misses more
	DiedFailed   uint64 `csv:"died_failed" json:"died_failed"`
	Peak         Float  `csv:"peak_to_average" json:"peak"`           // requests of the fullest node over the mean, from join to death
	Capacity     Float  `csv:"capacity_per_s" json:"capacity"`        // queries that the database can answer
	DiedPeak     Float  `csv:"died_peak_to_average" json:"died_peak"` // requests of the fullest node that is left over the mean, after the death
}

// CachetierRow is a design cell: its points, one a seed, summarised by their means.
type CachetierRow struct {
	Story        string `csv:"story"`
	Backend      string `csv:"backend"`
	Locator      string `csv:"locator"`
	Hash         string `csv:"hash"`
	Vnodes       int    `csv:"vnodes"`
	Replicas     int    `csv:"replicas"`
	Workload     string `csv:"workload"`
	NodesBefore  int    `csv:"nodes_before"`
	NodesAfter   int    `csv:"nodes_after"`
	Seeds        int    `csv:"seeds"`
	Requests     uint64 `csv:"requests"` // over all seeds
	OnceShare    Float  `csv:"once_share"`
	MovedShare   Float  `csv:"moved_share"`
	MovedLow     Float  `csv:"moved_low"`  // 95 % interval of the mean over seeds
	MovedHigh    Float  `csv:"moved_high"` //
	MovedWeight  Float  `csv:"moved_weight"`
	MovedTheory  Float  `csv:"moved_theory"`
	HitBefore    Float  `csv:"hit_before"`
	HitFirst     Float  `csv:"hit_first"`
	HitHeld      Float  `csv:"hit_held"`
	HitStep      Float  `csv:"hit_step"`
	HitTheory    Float  `csv:"hit_step_theory"`
	MissesBefore Float  `csv:"misses_before"`
	MissesPeak   Float  `csv:"misses_peak"`
	PeakFactor   Float  `csv:"peak_factor"` // misses_peak over misses_before
	Excess       Float  `csv:"excess_misses"`
	ExcessLow    Float  `csv:"excess_low"`  // 95 % interval of the mean over seeds
	ExcessHigh   Float  `csv:"excess_high"` //
	Recovery     Float  `csv:"recovery_s"`  // empty where some seed did not recover
	Failed       uint64 `csv:"failed"`      // over all seeds
	Givers       Float  `csv:"givers"`
	Heirs        Float  `csv:"heirs"`
	DiedExcess   Float  `csv:"died_excess_misses"`
	DiedRecovery Float  `csv:"died_recovery_s"`
	DiedFailed   uint64 `csv:"died_failed"`
	Peak         Float  `csv:"peak_to_average"`
	Capacity     Float  `csv:"capacity_per_s"`
	DiedPeak     Float  `csv:"died_peak_to_average"`
}

// CachetierStep is one second of a run, the mean over seeds.
type CachetierStep struct {
	Story    string `csv:"story" json:"-"`
	Backend  string `csv:"backend" json:"-"`
	Locator  string `csv:"locator" json:"-"`
	Vnodes   int    `csv:"vnodes" json:"-"`
	Replicas int    `csv:"replicas" json:"-"`
	Workload string `csv:"workload" json:"-"`
	Second   int    `csv:"second" json:"s"` // from the join on; negative before it
	Seeds    int    `csv:"seeds" json:"-"`
	HitRatio Float  `csv:"hit_ratio" json:"hit"`
	Misses   Float  `csv:"database_queries_per_s" json:"q"` // asked of the database
	Served   Float  `csv:"served_per_s" json:"served"`      // answered by it
	Failed   Float  `csv:"failed_per_s" json:"failed"`      // refused by it
	Queue    Float  `csv:"queue" json:"queue"`              // waiting at the end of the second
}

// CachetierShare is one node's part of the requests in one run of a cache tier.
type CachetierShare struct {
	Story    string `csv:"story" json:"-"`
	Backend  string `csv:"backend" json:"-"`
	Locator  string `csv:"locator" json:"-"`
	Vnodes   int    `csv:"vnodes" json:"-"`
	Replicas int    `csv:"replicas" json:"-"`
	Workload string `csv:"workload" json:"-"`
	Seed     uint64 `csv:"seed" json:"-"`
	Node     int    `csv:"node" json:"node"`              // from 1; the last one joins
	Before   Float  `csv:"share_before" json:"before"`    // while the mean before the join is taken
	Joined   Float  `csv:"share_joined" json:"joined"`    // from the join until a node dies
	Left     Float  `csv:"share_after_death" json:"left"` // from when that is noticed; unknown for the dead one
}

// CachetierPayload is what a cachetier point leaves in the journal.
type CachetierPayload struct {
	Point  CachetierPoint   `json:"point"`
	Steps  []CachetierStep  `json:"steps"`
	Shares []CachetierShare `json:"shares"`
}
