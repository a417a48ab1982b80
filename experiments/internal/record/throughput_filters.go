package record

// EqualRow is a filter beside others at one false-positive rate: its space and the time of a look-up of prepared
// hashes.
type EqualRow struct {
	Impl       string `csv:"impl"`
	Op         string `csv:"op"` // contains, one by one, or bulk
	N          uint64 `csv:"n"`
	TargetFPR  Float  `csv:"target_fpr"` // the rate at which filters are compared
	FPR        Float  `csv:"fpr"`        // measured on absent keys
	FPRLow     Float  `csv:"fpr_low"`    // 95 %
	FPRHigh    Float  `csv:"fpr_high"`
	BitsPerKey Float  `csv:"bits_per_key"`
	HitShare   Float  `csv:"hit_share"`
	NsPerKey   Float  `csv:"ns_per_key"`
	NsLow      Float  `csv:"ns_low"` // 95 % over blocks; empty below six blocks
	NsHigh     Float  `csv:"ns_high"`
	NsMin      Float  `csv:"ns_min"`
	Blocks     int    `csv:"blocks"`
	BootLow    Float  `csv:"ns_boot_low"`  // 95 % by BootstrapResamples over blocks; empty up to BootstrapBeyond of them
	BootHigh   Float  `csv:"ns_boot_high"` //
}

// ConcurrencyRow is what a number of threads take for a key between them: wall time over all keys.
type ConcurrencyRow struct {
	Impl     string `csv:"impl"`
	Guard    string `csv:"guard"` // lock around every call, "" for none
	Op       string `csv:"op"`    // bulk, add, or mixed: adds and look-ups by turns
	N        uint64 `csv:"n"`
	Threads  int    `csv:"threads"`
	NsPerKey Float  `csv:"ns_per_key"`
	NsLow    Float  `csv:"ns_low"`
	NsHigh   Float  `csv:"ns_high"`
	NsMin    Float  `csv:"ns_min"`
	Blocks   int    `csv:"blocks"`
	BootLow  Float  `csv:"ns_boot_low"`  // 95 % by BootstrapResamples over blocks; empty up to BootstrapBeyond of them
	BootHigh Float  `csv:"ns_boot_high"` //
}
