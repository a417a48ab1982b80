package report

import (
	"fmt"
	"sort"
	"strings"

	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/theory"
)

// wantedPeak is the load of the fullest node over the mean that the question on vnodes asks for.
const wantedPeak = 1.1

// askedFirst answers the three questions that are asked most, each with what would change the answer. An answer that
// the results do not bear out is left out.
func askedFirst(e evidence) (all []string) {
	for _, answer := range []string{deletingFilter(e), vnodesWanted(e), labelRule(e)} {
		if answer != "" {
			all = append(all, answer)
		}
	}
	return all
}

// megabytes writes what a filter of ten million keys takes, in MB.
func megabytes(bits record.Float) string { return digits(bits*1e7/8/1e6, 3) }

// deletingFilter answers which filter holds ten million keys at 0.1 % and deletes.
func deletingFilter(e evidence) string {
	all := filterChoices(e)
	best, ok := deletesSmall.best(all)
	if !ok {
		return ""
	}
	text := fmt.Sprintf("**10<sup>7</sup> keys at 0.1 %%, with deletes:** `%s`, %s MB (%s bits a key)", best.name, megabytes(best.bitsAt(0.001)), digits(best.bitsAt(0.001), 3))
	if best.ns().Known() {
		text += fmt.Sprintf(", %s ns a look-up", timeCell(best.lookup))
	}
	if next := deletesSmall.change(all, best); strings.HasPrefix(next, "`") {
		text += ". Where time counts more than memory, " + next
	}
	if plain, ok := fastestOpen.best(all); ok && !plain.deletes() && plain.bitsAt(0.001).Known() {
		text += fmt.Sprintf(". Without deletes, `%s`: %s MB, %s ns", plain.name, megabytes(plain.bitsAt(0.001)), timeCell(plain.lookup))
	}
	return text + ". ([memory](#memory))"
}

// vnodesWanted answers how many vnodes keep the fullest of 100 nodes within a tenth of the mean.
func vnodesWanted(e evidence) string {
	below, enough := around(e.balance)
	if enough.Vnodes == 0 {
		return ""
	}
	text := fmt.Sprintf("**Vnodes that keep the fullest of %d nodes within 10 %% of the mean:** ", baseNodes)
	measured := fmt.Sprintf("%s a node give %s", count(uint64(enough.Vnodes)), within(enough.PeakToAverage, enough.PeakLow, enough.PeakHigh, 4))
	if below.Vnodes > 0 {
		measured += fmt.Sprintf(", %s still %s", count(uint64(below.Vnodes)), digits(below.PeakToAverage, 4))
	}
	if exact := leastVnodes(baseNodes); exact > below.Vnodes && exact <= enough.Vnodes {
		text += fmt.Sprintf("%s a node on `%s` by exact theory, on average over rings; measured, %s. On 10 nodes %s do, on 1,000 it takes %s", count(uint64(exact)), baseLocator,
			measured, count(uint64(leastVnodes(10))), count(uint64(leastVnodes(1000))))
	} else {
		text += fmt.Sprintf("on `%s` %s", baseLocator, measured)
	}
	if even, ok := freeFast.best(ringChoices(e)); ok && even.peak() <= wantedPeak && even.name != baseLocator {
		text += fmt.Sprintf(". Without any vnodes, `%s` has %s", even.name, digits(even.peak(), 3))
	}
	return text + ". ([balance](#balance))"
}

// around returns the largest number of vnodes that was measured to be too few for wantedPeak, and the next, which is
// enough. Their Vnodes are 0 where there is none.
func around(rows []record.BalanceRow) (below, enough record.BalanceRow) {
	for _, r := range ringArcs(rows, baseNodes) {
		if r.PeakToAverage <= wantedPeak {
			return below, r
		}
		below = r
	}
	return below, enough
}

// leastVnodes returns the fewest vnodes whose mean peak among so many nodes is at most wantedPeak, by exact theory; 0
// where theory has no answer.
func leastVnodes(nodes int) int {
	const most = 1 << 12
	found := sort.Search(most, func(i int) bool {
		peak, err := theory.SharePeak("dirichlet", nodes, i+1, 0)
		return err == nil && peak <= wantedPeak
	})
	if found == most {
		return 0
	}
	return found + 1
}

// labelRule answers whether FNV-1a is safe for the labels of a ring.
func labelRule(e evidence) string {
	shares := labelShares(e.balance)
	weak, mixed, good := shares[weakHash], shares[weakHash+"-mixed"], shares[baseHash]
	if weak.WithinGate != "no" || mixed.WithinGate != "yes" || good.Hash == "" {
		return ""
	}
	shapes, outside := 0, 0
	for _, r := range e.balance {
		if r.Locator == baseLocator && r.Hash == weakHash && r.Keys == 0 && r.Nodes == baseNodes && r.Vnodes == baseVnodes {
			if shapes++; r.WithinGate == "no" {
				outside++
			}
		}
	}
	return fmt.Sprintf("**FNV-1a for the labels of a ring:** not safe. With %d vnodes the fullest of %d nodes has %s times the mean, where theory has %s and `%s` %s, and the shares leave theory's band on %d of %d shapes of labels that were tried. "+
		"A finaliser behind it mends it: `%s` has %s. ([balance](#balance))",
		baseVnodes, baseNodes, digits(weak.PeakToAverage, 3), digits(weak.PeakTheory, 3), baseHash, digits(good.PeakToAverage, 3), outside, shapes, mixed.Hash, digits(mixed.PeakToAverage, 3))
}

// weakHash is the function that the question on labels asks about.
const weakHash = "fnv1a-64"
