package main

// formulas say in a line what the theories are that results are held against, by the names that implementations give.
// Where they come from and how far they hold stands in internal/theory, beside the code.
var formulas = map[string]string{
	"bloom":             "fpr = Σ_{d≤k} S2(k,d) (m)_d/m^k · Σ_{r≤d} (-1)^r C(d,r) (1-r/m)^{kn}, exact occupancy (Bose et al. 2008)",
	"bloom-partitioned": "fpr = E(X/w)^k over k independent slices of w bits: (1 - (1-1/w)^n)^k",
	"bloom-blocked":     "fpr = Σ_j Binom(j; n, 1/z) f(j), f the exact rate of one of z blocks with j keys (Putze et al. 2007)",
	"bloom-split":       "fpr = Σ_j Binom(j; n, 1/z) (1 - (1-1/w)^j)^lanes for z blocks of lanes of w bits",
	"bloom-scalable":    "fpr = 1 - Π_i (1 - ε_i) over stages, ε_i = target (1-r) r^i, the last one as full as it is (Almeida et al. 2007)",
	"bloom-stable":      "fpr of an old and a young filter of m/2 bits each: 1 - (1-f_old)(1-f_young)",
	"cuckoo":            "fpr = 1 - (1 - 1/classes)^n, classes = (2^f - 1) · pairs of buckets",
	"quotient":          "fpr = 1 - (1 - 1/classes)^n, classes = slots · 2^r remainders",
	"static":            "fpr = 2^-f for fingerprints of f bits",
	"multinomial":       "shares: Multinomial(K, 1/N), cv = √((N-1)/K); moved: the change of the mean share",
	"dirichlet":         "arcs: Dirichlet(V, …, V), cv = √((N-1)/(NV+1)), of K keys √((N-1)/K · (1 + (K-1)/(NV+1))); moved: the change of the mean share",
	"fixed-total":       "as dirichlet with ⌈S/N⌉ points a node of S in all",
	"multi-probe":       "E cv² + 1 = 2k/(2k-1) · (1 - 1/C(N+2k-1, N)) for k places a key (Appleton and O'Reilly 2015)",
	"maglev":            "shares ⌈M/N⌉/M and ⌊M/N⌋/M of a table of M entries: cv = √(r(N-r))/M, r = M mod N",
	"slots":             "shares ⌈M/N⌉/M and ⌊M/N⌋/M of M slots: cv = √(r(N-r))/M, r = M mod N",
	"least":             "moved share 1 - min/max of the numbers of nodes, on average over sets of ids",
	"spread":            "moved share 1 - min/max of the numbers of nodes, up to the rounding of tokens",
	"maglev-slot":       "cv² = (N-1)²/(M(2N-1)) for a table of M entries",
	"binomial":          "cv² = e²(N-B)/B, e = ((E-N)/E)^{ω+1}, B = E/2, E the least power of two from N on (Coluzzi et al. 2024)",
	"modulo":            "moved from N to N+1: N/(N+1)",
	"modulo-shift":      "kept: Σ_i |[i/N, (i+1)/N) ∩ [i/M, (i+1)/M)|",
}
