package record

// MemoryRow is the space that a structure takes by its own account.
type MemoryRow struct {
	Impl            string `csv:"impl" json:"impl"`
	Kind            string `csv:"kind" json:"kind"` // filter or locator
	N               uint64 `csv:"n" json:"n"`       // keys of a filter
	Nodes           int    `csv:"nodes" json:"nodes"`
	Vnodes          int    `csv:"vnodes" json:"vnodes"` // points a node
	TargetFPR       Float  `csv:"target_fpr" json:"target_fpr"`
	FPRTheory       Float  `csv:"fpr_theory" json:"fpr_theory"`
	BitsPerKey      Float  `csv:"bits_per_key" json:"bits_per_key"`
	BoundBitsPerKey Float  `csv:"bound_bits_per_key" json:"bound_bits_per_key"` // log2(1/fpr_theory)
	ModelBytes      int64  `csv:"model_bytes" json:"model_bytes"`
	Queries         uint64 `csv:"queries" json:"queries"`    // of absent keys, 0 where the rate was not measured
	FalsePositives  uint64 `csv:"false_positives" json:"fp"` // of them
	FPR             Float  `csv:"fpr" json:"fpr"`            // measured, empty where it was not
	FPRLow          Float  `csv:"fpr_low" json:"fpr_low"`    // 95 %
	FPRHigh         Float  `csv:"fpr_high" json:"fpr_high"`  //
}

// HeapRow is the space that a structure really takes: a measured figure, in a file of its own.
type HeapRow struct {
	Impl      string `csv:"impl" json:"impl"`
	Kind      string `csv:"kind" json:"kind"`
	N         uint64 `csv:"n" json:"n"`
	Nodes     int    `csv:"nodes" json:"nodes"`
	Vnodes    int    `csv:"vnodes" json:"vnodes"`
	TargetFPR Float  `csv:"target_fpr" json:"target_fpr"`
	HeapBytes int64  `csv:"heap_bytes" json:"heap_bytes"` // growth of the live heap after a collection
	PeakBytes Float  `csv:"peak_bytes" json:"peak_bytes"` // most that the heap grew while it was built; empty where it is too small to see
}

// MemoryPoint holds both.
type MemoryPoint struct {
	Model MemoryRow `json:"model"`
	Heap  HeapRow   `json:"heap"`
}
