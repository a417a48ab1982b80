package report

import (
	"fmt"

	"hashlab/experiments/internal/record"
)

// A surprise is a thing that a well-read engineer would not expect: one sentence, from results, and the figure
// that shows it. The sentence is empty where the results do not bear it out.
type surprise struct {
	figure string
	says   func(evidence) string
}

// surprises are in the order of the report: filters, hash functions, rings, stories.
var surprises = []surprise{
	{"fpr-derivation", doubleHashingInSmall},
	{"fpr-space", splitCosts},
	{"memory-space", deletingWithoutCounters},
	{"memory-space", staticBeatsBloom},
	{"fpr-keys", missedByLibraries},
	{"throughput-filters", speedWithoutMemory},
	{"fpr-hashes", remixingHides},
	{"quality-attack", seedsDoNotHelp},
	{"quality-speed", cryptographicCost},
	{"balance-labels", fnvLabels},
	{"balance-labels", crcTooEven},
	{"balance-vnodes", usualVnodes},
	{"remap-moved", fixedTotalMoves},
	{"remap-moved", maglevMoves},
	{"throughput-locators", evenAndFast},
	{"cachetier-database", resizeExcess},
	{"signup-avoided", guardAgainstQuery},
}

// found are the sentences whose conditions hold, with links to those of their figures that are there.
func found(e evidence, figures []Figure) (all []string) {
	drawn := map[string]bool{}
	for _, f := range figures {
		drawn[f.Name] = true
	}
	for _, s := range surprises {
		text := s.says(e)
		if text == "" {
			continue
		}
		if drawn[s.figure] {
			text += fmt.Sprintf(" ([figure](plots/%s.svg))", s.figure)
		}
		all = append(all, text)
	}
	return all
}

// doubleHashingInSmall: two numbers are not enough for a filter of a few keys.
func doubleHashingInSmall(e evidence) string {
	r, ok := worstSmall(e.fpr, "bloom-classic-double")
	if !ok || r.RatioLow < 1.2 {
		return ""
	}
	return fmt.Sprintf("**Double hashing is not free in a small filter.** With %s keys at a target of %s it gives %s times the rate of independent probes (%s to %s); the textbooks' proof is for large filters.",
		count(r.N), percent(r.TargetFPR, 2), digits(r.Ratio, 3), digits(r.RatioLow, 3), digits(r.RatioHigh, 3))
}

func worstSmall(rows []record.FPRRow, filter string) (worst record.FPRRow, ok bool) {
	for _, r := range rows {
		if r.Filter == filter && r.Sizing == "fpr" && r.KeyClass == "random8" && r.N == r.NDesign && r.N <= 1000 && r.Ratio.Known() && (!ok || r.Ratio > worst.Ratio) {
			worst, ok = r, true
		}
	}
	return worst, ok
}

// bitsOf returns the bits a key of a filter that meets the target at n = 100,000.
func bitsOf(e evidence, filter string, target record.Float) record.Float {
	for _, r := range e.memory {
		if r.Kind == "filter" && r.Impl == filter && r.N == baseN && r.TargetFPR == target && r.FPRTheory <= target {
			return r.BitsPerKey
		}
	}
	return record.Unknown
}

// rateOf returns the exact rate of a filter that is sized for the target at n = 100,000.
func rateOf(e evidence, filter string, target record.Float) record.Float {
	row, ok := pick(e.memory, func(r record.MemoryRow) bool {
		return r.Kind == "filter" && r.Impl == filter && r.N == baseN && r.TargetFPR == target
	})
	if !ok {
		return record.Unknown
	}
	return row.FPRTheory
}

// known says whether all of the figures are there.
func known(figures ...record.Float) bool {
	for _, f := range figures {
		if !f.Known() {
			return false
		}
	}
	return true
}

// splitCosts: what the fast layout costs grows with the target's smallness.
func splitCosts(e evidence) string {
	classic, split := bitsOf(e, "bloom-classic", 0.01), bitsOf(e, "bloom-split-256", 0.01)
	classicLow, splitLow := bitsOf(e, "bloom-classic", 0.0001), bitsOf(e, "bloom-split-256", 0.0001)
	if !known(classic, split, classicLow, splitLow) || splitLow/classicLow < 1.1*split/classic {
		return ""
	}
	return fmt.Sprintf("**The split block filter's price is in the small rates.** At 1 %% `bloom-split-256` takes %s more bits than `bloom-classic`, at 0.01 %% %s more.",
		percent(split/classic-1, 2), percent(splitLow/classicLow-1, 2))
}

// deletingWithoutCounters: fingerprints delete for much less than counters.
func deletingWithoutCounters(e evidence) string {
	counting, cuckoo := bitsOf(e, "bloom-counting", 0.001), bitsOf(e, "cuckoo-16", 0.001)
	if !known(counting, cuckoo) || counting < 2*cuckoo {
		return ""
	}
	return fmt.Sprintf("**Deleting does not take counters.** At 0.1 %% `cuckoo-16` deletes with %s bits a key, where `bloom-counting` takes %s.", digits(cuckoo, 3), digits(counting, 3))
}

// staticBeatsBloom: where the keys are known, the Bloom filter is beaten in space and in time.
func staticBeatsBloom(e evidence) string {
	n := largestN(e.throughput, shownN)
	bloom, okBloom := fastest(lookups(e.throughput, "bloom-classic", n))
	fuse, okFuse := fastest(lookups(e.throughput, "fuse-8", n))
	bits, fuseBits := bitsOf(e, "bloom-classic", 0.01), bitsOf(e, "fuse-8", 0.01)
	rate := rateOf(e, "fuse-8", 0.01)
	if !okBloom || !okFuse || !known(bits, fuseBits, rate) || fuseBits > bits || fuse.NsHigh > bloom.NsLow {
		return ""
	}
	return fmt.Sprintf("**Where all keys are known beforehand the Bloom filter loses on both counts.** `fuse-8` takes %s bits a key, gives %s where 1 %% was asked for, and answers in %s times the time of `bloom-classic`, which takes %s.",
		digits(fuseBits, 3), percent(rate, 2), digits(fuse.NsPerKey/bloom.NsPerKey, 2), digits(bits, 3))
}

// missedByLibraries: how many of the libraries keep the rate that they are asked for at every size.
func missedByLibraries(e evidence) string {
	worst := map[string]record.FPRRow{}
	for _, r := range e.fpr {
		library := len(r.Filter) > 2 && r.Filter[:2] == "x-"
		if !library || r.Sizing != "fpr" || r.KeyClass != "random8" || r.N != r.NDesign || r.FPRLow <= r.TargetFPR*1.005 {
			continue
		}
		if w, ok := worst[r.Filter]; !ok || r.FPR/r.TargetFPR > w.FPR/w.TargetFPR {
			worst[r.Filter] = r
		}
	}
	if len(worst) == 0 {
		return ""
	}
	var top record.FPRRow
	for _, name := range sortedNames(worst) {
		if w := worst[name]; top.Filter == "" || w.FPR/w.TargetFPR > top.FPR/top.TargetFPR {
			top = w
		}
	}
	return fmt.Sprintf("**%d third-party filters give more false positives than they were asked for at some size.** Farthest off is `%s`: %s times its target of %s at n = %s.",
		len(worst), top.Filter, digits(top.FPR/top.TargetFPR, 3), percent(top.TargetFPR, 2), count(top.N))
}

// speedWithoutMemory: a filter can be smaller and faster than the textbook's at once.
func speedWithoutMemory(e evidence) string {
	n := largestN(e.throughput, shownN)
	classic, ok := fastest(lookups(e.throughput, "bloom-classic", n))
	blocked, okBlocked := fastest(lookups(e.throughput, "bloom-blocked-512", n))
	bits, more := bitsOf(e, "bloom-classic", 0.01), bitsOf(e, "bloom-blocked-512", 0.01)
	if !ok || !okBlocked || !known(bits, more) || blocked.NsHigh > classic.NsLow || more/bits > 1.1 {
		return ""
	}
	return fmt.Sprintf("**One cache line a look-up costs almost no memory.** `bloom-blocked-512`, sized by the exact mixture over its blocks, takes %s more bits than `bloom-classic` for the same 1 %% and %s of its time.",
		percent(more/bits-1, 2), percent(blocked.NsPerKey/classic.NsPerKey, 2))
}
