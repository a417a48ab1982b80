package record

// How the bootstrap interval of a median over blocks is made, which stands beside the one by order statistics in rows of
// timings: blocks are drawn again with replacement, and the ends cut 2.5 % of the medians off at either side. Fewer blocks
// are too few for it.
const (
	BootstrapResamples = 10_000
	BootstrapSeed      = 1  // of the PCG that draws
	BootstrapBeyond    = 10 // blocks
)
