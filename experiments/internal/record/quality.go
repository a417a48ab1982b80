package record

// QualityRow is one test of a hash function on one kind of keys.
type QualityRow struct {
	Hash      string `csv:"hash" json:"hash"`
	Size      string `csv:"size" json:"size"`     // of the battery: quick or full
	Test      string `csv:"test" json:"test"`     //
	Keys      string `csv:"keys" json:"keys"`     // key class, shape of labels, length of random keys or attack set
	Detail    string `csv:"detail" json:"detail"` // what of the hash was looked at, or how it was used
	N         int    `csv:"n" json:"n"`           // keys, or vnodes
	Statistic Float  `csv:"statistic" json:"statistic"`
	Expected  Float  `csv:"expected" json:"expected"`     // what chance makes of the statistic
	Low       Float  `csv:"low" json:"low"`               // at or beyond these limits a result fails
	High      Float  `csv:"high" json:"high"`             //
	Excess    Float  `csv:"excess" json:"excess"`         // how far from what is expected, where the limit is at 1
	P         Float  `csv:"p" json:"p"`                   // two-sided
	Adjusted  Float  `csv:"p_adjusted" json:"p_adjusted"` // by Holm's method over the results of the function
	Pass      bool   `csv:"pass" json:"pass"`
}

// QualityVerdict sums the tests of one function up.
type QualityVerdict struct {
	Hash      string `csv:"hash"`
	Size      string `csv:"size"`
	Results   int    `csv:"results"`
	Failed    int    `csv:"failed_results"`
	Tests     string `csv:"failed_tests"` // on ordinary keys, separated by spaces
	Excess    Float  `csv:"worst_excess"` // the greatest on ordinary keys; below 1 where all pass
	Test      string `csv:"worst_test"`   // where it is
	Keys      string `csv:"worst_keys"`
	Detail    string `csv:"worst_detail"`
	Statistic Float  `csv:"worst_statistic"`
	Expected  Float  `csv:"worst_expected"`
	AttackSet string `csv:"attack_set"`    // the set of chosen keys that does most harm, "" where none does
	Shared    int    `csv:"attack_shared"` // keys of it whose hash another one had
	Attacked  int    `csv:"attack_hashes"` // hashes taken of it, over all seeds
}

// QualityPoint is one point of the experiment: what does not apply to its arm is 0, "" or unknown.
type QualityPoint struct {
	Arm            string `csv:"arm" json:"arm"` // battery, attack or pollution
	Hash           string `csv:"hash" json:"hash"`
	HashSeed       string `csv:"hash_seed" json:"hash_seed"`   // published, which is 0, or secret
	AttackSet      string `csv:"attack_set" json:"attack_set"` // "none": ordinary keys in their place
	Insertion      string `csv:"insertion" json:"insertion"`   // honest or chosen
	Seed           uint64 `csv:"seed" json:"seed"`
	Results        int    `csv:"results" json:"results"`
	Failed         int    `csv:"failed_results" json:"failed"`
	Excess         Float  `csv:"worst_excess" json:"excess"`
	N              uint64 `csv:"n" json:"n"`                   // keys of the attack set, or keys inserted
	Distinct       uint64 `csv:"distinct" json:"distinct"`     // hashes among them
	M              uint64 `csv:"m" json:"m"`                   // bits of the filter
	K              int    `csv:"k" json:"k"`                   // its probes
	Candidates     uint64 `csv:"candidates" json:"candidates"` // keys tried for those inserted
	Queries        uint64 `csv:"queries" json:"queries"`
	FalsePositives uint64 `csv:"false_positives" json:"false_positives"`
	FillRatio      Float  `csv:"fill_ratio" json:"fill_ratio"`
	PeakToAverage  Float  `csv:"peak_to_average" json:"peak_to_average"`
	PairSeeds      uint64 `csv:"pair_seeds" json:"pair_seeds"`           // random seeds tried on two keys of the set
	PairCollisions uint64 `csv:"pair_collisions" json:"pair_collisions"` // those under which the two collide
}

// QualityStep is what a filter gives while it is polluted, or filled honestly, in one point.
type QualityStep struct {
	Hash           string `csv:"hash" json:"hash"`
	HashSeed       string `csv:"hash_seed" json:"hash_seed"`
	Insertion      string `csv:"insertion" json:"insertion"`
	Seed           uint64 `csv:"seed" json:"seed"`
	N              uint64 `csv:"n" json:"n"` // keys inserted so far
	FillRatio      Float  `csv:"fill_ratio" json:"fill_ratio"`
	Queries        uint64 `csv:"queries" json:"queries"`
	FalsePositives uint64 `csv:"false_positives" json:"false_positives"`
}

// QualityStepRow is a step of a pollution: its points summarised.
type QualityStepRow struct {
	Hash           string `csv:"hash"`
	Keyed          bool   `csv:"keyed"`
	HashSeed       string `csv:"hash_seed"`
	Insertion      string `csv:"insertion"`
	N              uint64 `csv:"n"`
	M              uint64 `csv:"m"`
	K              int    `csv:"k"`
	Seeds          int    `csv:"seeds"`
	FillRatio      Float  `csv:"fill_ratio"` // mean over seeds
	Queries        uint64 `csv:"queries"`
	FalsePositives uint64 `csv:"false_positives"`
	FPR            Float  `csv:"fpr"`
	FPRLow         Float  `csv:"fpr_low"`
	FPRHigh        Float  `csv:"fpr_high"`
	FPRHonest      Float  `csv:"fpr_honest"` // theory for honest keys
	FPRChosen      Float  `csv:"fpr_chosen"` // theory for chosen ones, (kn/m)^k
}

// QualityAttackRow is a function under chosen keys: its points, one a seed, summarised.
type QualityAttackRow struct {
	Hash           string `csv:"hash"`
	Keyed          bool   `csv:"keyed"`
	HashSeed       string `csv:"hash_seed"`
	AttackSet      string `csv:"attack_set"`
	Seeds          int    `csv:"seeds"`
	N              uint64 `csv:"n"`              // keys of the set
	DistinctShare  Float  `csv:"distinct_share"` // distinct hashes over keys
	Queries        uint64 `csv:"queries"`        // of the half that was not inserted
	FalsePositives uint64 `csv:"false_positives"`
	FPR            Float  `csv:"fpr"` // of a filter with the other half and ordinary keys in it
	FPRLow         Float  `csv:"fpr_low"`
	FPRHigh        Float  `csv:"fpr_high"`
	FPRTheory      Float  `csv:"fpr_theory"`      // for ordinary keys
	PeakToAverage  Float  `csv:"peak_to_average"` // over 10 nodes of a ring, by keys of the set; mean over seeds
	PairSeeds      uint64 `csv:"pair_seeds"`
	PairCollisions uint64 `csv:"pair_collisions"`
}

// QualityPollutionRow is a filter whose keys an adversary chose, or nobody: its points summarised.
type QualityPollutionRow struct {
	Hash           string `csv:"hash"`
	Keyed          bool   `csv:"keyed"`
	HashSeed       string `csv:"hash_seed"`
	Insertion      string `csv:"insertion"`
	Seeds          int    `csv:"seeds"`
	N              uint64 `csv:"n"`
	M              uint64 `csv:"m"`
	K              int    `csv:"k"`
	Candidates     uint64 `csv:"candidates"` // mean over seeds
	FillRatio      Float  `csv:"fill_ratio"` // mean over seeds
	FillTheory     Float  `csv:"fill_theory"`
	Queries        uint64 `csv:"queries"`
	FalsePositives uint64 `csv:"false_positives"`
	FPR            Float  `csv:"fpr"`
	FPRLow         Float  `csv:"fpr_low"`
	FPRHigh        Float  `csv:"fpr_high"`
	FPRTheory      Float  `csv:"fpr_theory"` // (kn/m)^k where the insertions reach the filter as chosen
}
