package record

// ThroughputPoint is one timing series in one block: the median of its samples.
type ThroughputPoint struct {
	Impl       string `csv:"impl" json:"impl"`
	Kind       string `csv:"kind" json:"kind"` // filter or locator
	Hash       string `csv:"hash" json:"hash"` // "" where hashes are prepared in advance
	Op         string `csv:"op" json:"op"`     // add, contains, bulk, mixed, locate, locate-single, locate-beside-changes, build or change
	Mode       string `csv:"mode" json:"mode"` // prehashed or keys
	N          uint64 `csv:"n" json:"n"`       // keys in the filter; 0 for a locator
	Nodes      int    `csv:"nodes" json:"nodes"`
	Bytes      int64  `csv:"bytes" json:"bytes"` // of the structure
	HitShare   Float  `csv:"hit_share" json:"hit_share"`
	Block      uint64 `csv:"block" json:"block"`
	Order      int    `csv:"order" json:"order"`           // place of the series among those that its process timed
	Batch      int    `csv:"batch" json:"batch"`           // keys a sample
	NsPerKey   Float  `csv:"ns_per_key" json:"ns"`         // median of the samples; of build per node, of change per change
	NsMin      Float  `csv:"ns_min" json:"ns_min"`         // least sample
	Twin       bool   `csv:"twin" json:"twin"`             // the second timing of a series in its block: the noise floor
	Attempts   int    `csv:"attempts" json:"attempts"`     // taken again while the machine disturbed it
	Discarded  string `csv:"discarded_ns" json:"disc"`     // samples of the attempts before
	ControlNs  Float  `csv:"control_ns" json:"control"`    // the control kernel beside the samples
	Disturbed  bool   `csv:"disturbed" json:"dist"`        // the machine did something else meanwhile
	SampleList string `csv:"samples_ns" json:"list"`       // the samples, separated by spaces
	TargetFPR  Float  `csv:"target_fpr" json:"target_fpr"` // what the filter is sized for

	Equal      bool   `csv:"equal" json:"equal"`     // one of those that are compared at one false-positive rate
	Positives  uint64 `csv:"positives" json:"pos"`   // of these, on as many absent keys as queries
	Queries    uint64 `csv:"queries" json:"queries"` //
	BitsPerKey Float  `csv:"bits_per_key" json:"bits"`
	Threads    int    `csv:"threads" json:"threads"` // at work at a time, where that is measured; else 0
	Guard      string `csv:"guard" json:"guard"`     // lock around every call

	Batches     int   `csv:"batches" json:"batches"`             // calls, of look-ups beside changes; their times:
	BatchMedian Float `csv:"batch_median_ns" json:"batch_p50"`   //
	BatchP99    Float `csv:"batch_p99_ns" json:"batch_p99"`      //
	BatchMost   Float `csv:"batch_max_ns" json:"batch_max"`      //
	Changes     Float `csv:"changes_per_s" json:"changes_per_s"` // of nodes, beside them
}

// ThroughputRow is a timing series: the median over its blocks.
type ThroughputRow struct {
	Impl      string `csv:"impl"`
	Kind      string `csv:"kind"`
	Hash      string `csv:"hash"`
	Op        string `csv:"op"`
	Mode      string `csv:"mode"`
	N         uint64 `csv:"n"`
	Nodes     int    `csv:"nodes"`
	Bytes     int64  `csv:"bytes"`
	HitShare  Float  `csv:"hit_share"`
	NsPerKey  Float  `csv:"ns_per_key"` // median over blocks of the block medians
	NsLow     Float  `csv:"ns_low"`     // 95 % by order statistics over blocks; empty below six blocks
	NsHigh    Float  `csv:"ns_high"`    //
	NsMin     Float  `csv:"ns_min"`     // least sample of all
	Blocks    int    `csv:"blocks"`
	Samples   int    `csv:"samples"`
	TargetFPR Float  `csv:"target_fpr"`   // what the filter is sized for
	Outliers  int    `csv:"outliers"`     // samples beyond three interquartile ranges, which count like the others
	Trend     Float  `csv:"trend_tau"`    // Kendall's τ of the block medians against their order
	TrendP    Float  `csv:"trend_p"`      // of "there is none"
	BootLow   Float  `csv:"ns_boot_low"`  // 95 % by BootstrapResamples over blocks; empty up to BootstrapBeyond of them
	BootHigh  Float  `csv:"ns_boot_high"` //
}

// NoiseRow compares a series with itself, timed twice in each block: what a comparison cannot tell apart.
type NoiseRow struct {
	Impl   string `csv:"impl"`
	Op     string `csv:"op"`
	N      uint64 `csv:"n"`
	Nodes  int    `csv:"nodes"`
	Ratio  Float  `csv:"ratio"`     // geometric mean over blocks of the second over the first
	Low    Float  `csv:"ratio_low"` // 95 %
	High   Float  `csv:"ratio_high"`
	Blocks int    `csv:"blocks"`
}
