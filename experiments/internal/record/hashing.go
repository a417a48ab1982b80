package record

// HashingPoint is one hash function at one key length in one block: the median of its samples.
type HashingPoint struct {
	Hash       string `csv:"hash" json:"hash"`
	KeyBytes   int    `csv:"key_bytes" json:"key_bytes"`
	Form       string `csv:"form" json:"form"` // bytes, string or uint64
	Block      uint64 `csv:"block" json:"block"`
	Order      int    `csv:"order" json:"order"` // place of the series among those that its process timed
	Batch      int    `csv:"batch" json:"batch"`
	NsPerKey   Float  `csv:"ns_per_key" json:"ns"`
	NsMin      Float  `csv:"ns_min" json:"ns_min"`
	Attempts   int    `csv:"attempts" json:"attempts"`  // taken again while the machine disturbed it
	Discarded  string `csv:"discarded_ns" json:"disc"`  // samples of the attempts before
	ControlNs  Float  `csv:"control_ns" json:"control"` // the control kernel beside the samples
	Disturbed  bool   `csv:"disturbed" json:"dist"`
	SampleList string `csv:"samples_ns" json:"list"`
	Loop       string `csv:"loop" json:"loop"` // bulk, or what of the costs is timed
	Twin       bool   `csv:"twin" json:"twin"` // the second timing of a series in its block: the noise floor
}

// HashingNoiseRow compares a series of hashing with itself, timed twice in each block: what a comparison cannot tell
// apart.
type HashingNoiseRow struct {
	Hash     string `csv:"hash"`
	Loop     string `csv:"loop"`
	Form     string `csv:"form"`
	KeyBytes int    `csv:"key_bytes"`
	Ratio    Float  `csv:"ratio"`     // geometric mean over blocks of the second over the first
	Low      Float  `csv:"ratio_low"` // 95 %, Student's t
	High     Float  `csv:"ratio_high"`
	Blocks   int    `csv:"blocks"`
}

// HashingRow is a hash function at one key length: the median over blocks.
type HashingRow struct {
	Hash     string `csv:"hash"`
	KeyBytes int    `csv:"key_bytes"`
	Form     string `csv:"form"`
	NsPerKey Float  `csv:"ns_per_key"`
	NsLow    Float  `csv:"ns_low"`
	NsHigh   Float  `csv:"ns_high"`
	NsMin    Float  `csv:"ns_min"`
	GBPerSec Float  `csv:"gb_per_s"` // 10^9 bytes a second, from ns_per_key
	Blocks   int    `csv:"blocks"`
	Samples  int    `csv:"samples"`
	Outliers int    `csv:"outliers"`     // samples beyond three interquartile ranges, which count like the others
	Trend    Float  `csv:"trend_tau"`    // Kendall's τ of the block medians against their order
	TrendP   Float  `csv:"trend_p"`      // of "there is none"
	BootLow  Float  `csv:"ns_boot_low"`  // 95 % by BootstrapResamples over blocks; empty up to BootstrapBeyond of them
	BootHigh Float  `csv:"ns_boot_high"` //
}

// HashingCost is what a way of calling a hash function, or a use of its values, costs beside another in the same
// blocks: medians over blocks.
type HashingCost struct {
	Hash      string `csv:"hash"`
	Loop      string `csv:"loop"` // what is timed
	Form      string `csv:"form"`
	KeyBytes  int    `csv:"key_bytes"`
	NsPerKey  Float  `csv:"ns_per_key"`
	NsLow     Float  `csv:"ns_low"`
	NsHigh    Float  `csv:"ns_high"`
	NsMin     Float  `csv:"ns_min"`
	Base      string `csv:"base_loop"`
	BaseNs    Float  `csv:"base_ns"`
	Ratio     Float  `csv:"ratio"` // ns over that of the base loop, block by block
	RatioLow  Float  `csv:"ratio_low"`
	RatioHigh Float  `csv:"ratio_high"`
	Blocks    int    `csv:"blocks"`
	Samples   int    `csv:"samples"`
	BootLow   Float  `csv:"ns_boot_low"`  // 95 % by BootstrapResamples over blocks; empty up to BootstrapBeyond of them
	BootHigh  Float  `csv:"ns_boot_high"` //
}
