package record

// BesideRow is look-ups of one thread, many a call, while another thread changes the nodes all the time, or nobody does.
type BesideRow struct {
	Impl        string `csv:"impl"`
	Guard       string `csv:"guard"` // snapshot: a change is made on a copy; rwmutex: look-ups wait for it
	Nodes       int    `csv:"nodes"`
	Threads     int    `csv:"threads"`    // 1: nobody changes them; 2: another thread adds and removes a node by turns
	BatchKeys   int    `csv:"batch_keys"` // of one call
	Batches     int    `csv:"batches"`    // over all blocks
	NsPerKey    Float  `csv:"ns_per_key"` // median over blocks
	NsLow       Float  `csv:"ns_low"`     // 95 % by order statistics over blocks
	NsHigh      Float  `csv:"ns_high"`
	MedianNs    Float  `csv:"batch_median_ns"` // medians over blocks of the quantiles of a batch
	P99Ns       Float  `csv:"batch_p99_ns"`
	MostNs      Float  `csv:"batch_max_ns"` // the slowest batch of all
	ChangesPerS Float  `csv:"changes_per_s"`
	Blocks      int    `csv:"blocks"`
}
