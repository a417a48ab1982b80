package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hashlab/experiments/internal/record"
)

// The key lengths that stand for short and for long keys, in bytes.
const (
	shortKey = 16
	longKey  = 1024
)

// hashChoice is what the decision table knows of a hash function.
type hashChoice struct {
	facts   hashFacts
	speed   map[int]record.HashingRow // by key length, []byte keys
	attacks []record.QualityAttackRow
}

func (h hashChoice) label() string               { return h.facts.name }
func (h hashChoice) able(capability string) bool { return capability == "keyed" && h.facts.keyed }
func (h hashChoice) attacked() bool              { return h.facts.verdict != nil && h.facts.verdict.AttackSet != "" }
func (h hashChoice) shortNs() record.Float       { return h.nsAt(shortKey) }

func (h hashChoice) nsAt(length int) record.Float {
	if r, ok := h.speed[length]; ok {
		return r.NsPerKey
	}
	return record.Unknown
}

// sound says that no test on ordinary keys failed, and that all 64 bits can be used.
func (h hashChoice) sound() bool {
	return h.facts.verdict != nil && h.facts.verdict.Tests == "" && h.facts.bits == "64"
}

// underAttack says what the worst attack did to a filter under a secret seed, beside the theory for honest keys.
func (h hashChoice) underAttack() string {
	worst := record.QualityAttackRow{FPR: record.Unknown}
	for _, r := range h.attacks {
		if r.HashSeed == secretSeed && r.N > 2 && (!worst.FPR.Known() || r.FPR > worst.FPR) {
			worst = r
		}
	}
	text := fmt.Sprintf("%s ns at %d bytes", digits(h.shortNs(), 3), shortKey)
	if worst.FPR.Known() {
		text += fmt.Sprintf("; on the worst of the attack sets %s of queries pass, where theory has %s", percent(worst.FPR, 2), percent(worst.FPRTheory, 2))
	}
	return text
}

// hashChoices gathers the hash functions from the results, by name.
func hashChoices(e evidence) []hashChoice {
	var all []hashChoice
	for _, name := range slices.Sorted(maps.Keys(e.hashes)) {
		h := hashChoice{facts: e.hashes[name], speed: map[int]record.HashingRow{}}
		for _, r := range e.hashing {
			if r.Hash == name && r.Form == "bytes" {
				h.speed[r.KeyBytes] = r
			}
		}
		for _, r := range e.attacks {
			if r.Hash == name {
				h.attacks = append(h.attacks, r)
			}
		}
		all = append(all, h)
	}
	return all
}

var (
	shortTime = timeAt(shortKey)
	longTime  = timeAt(longKey)
)

// timeAt is what a key of a length costs.
func timeAt(length int) measure[hashChoice] {
	return measure[hashChoice]{
		noun: fmt.Sprintf("time at %d B", length), time: true,
		of: func(h hashChoice) record.Float { return h.nsAt(length) },
	}
}

// hashNeeds are the needs that the table of hash functions answers.
var hashNeeds = []need[hashChoice]{
	{text: "short keys (names, ids)", meets: hashChoice.stored, cost: shortTime, other: longTime, place: "hashing"},
	{text: "long keys (documents, URLs)", meets: hashChoice.stored, cost: longTime, other: shortTime, place: "hashing"},
	{text: "keys that somebody may pick to do harm", meets: func(h hashChoice) bool { return h.secret() && h.facts.stable }, cost: shortTime, other: longTime, place: "quality"},
	{text: "the same, inside one process: nothing stored or sent", meets: hashChoice.secret, cost: shortTime, other: longTime, place: "quality"},
}

// stored says that the function is sound, and gives the same values in every process.
func (h hashChoice) stored() bool { return h.sound() && h.facts.stable }

// secret says that a secret seed keeps others from finding collisions, as far as was tried.
func (h hashChoice) secret() bool {
	return h.facts.keyed && h.facts.verdict != nil && !h.attacked()
}

// hashColumns are the heads of a hash function's figures.
func hashColumns() (heads []string) {
	for _, length := range shownLengths {
		heads = append(heads, fmt.Sprintf("%d B, ns", length))
	}
	return append(heads, "ordinary keys", "chosen keys")
}

// ordinary says how the function fares on ordinary keys.
func (h hashChoice) ordinary() string {
	switch v := h.facts.verdict; {
	case v == nil:
		return unknown
	case v.Tests == "":
		return "passes all"
	default:
		return "fails " + strings.ReplaceAll(v.Tests, " ", ", ")
	}
}

// chosen names the set of chosen keys that collides, where there is one.
func (h hashChoice) chosen() string {
	switch v := h.facts.verdict; {
	case v == nil:
		return unknown
	case v.AttackSet == "":
		return "none collides"
	default:
		return v.AttackSet + " collide"
	}
}

func (h hashChoice) figures() (cells []string) {
	for _, length := range shownLengths {
		cells = append(cells, digits(h.nsAt(length), 2))
	}
	return append(cells, h.ordinary(), h.chosen())
}

// hashDecisions is the table for choosing a hash function.
func hashDecisions(e evidence) answers {
	return answers{
		Title: "Which hash function",
		Table: table{
			Caption: "ns a key of as many bytes, many in one call; the tests of quality on ordinary keys, and the sets of chosen keys that were tried. The first two needs ask for 64 bits, all tests on ordinary keys passed, and the same values in every process." + widestInterval(e.hashing),
			Header:  decisionHeader(hashColumns()), Rows: decide(hashChoices(e), hashNeeds),
		},
	}
}

// widestInterval says how far the intervals of the times in the table reach at most, which have no room there.
func widestInterval(rows []record.HashingRow) string {
	low, high := record.Float(1), record.Float(1)
	for _, r := range rows {
		if r.Form == "bytes" && slices.Contains(shownLengths, r.KeyBytes) && known(r.NsPerKey, r.NsLow, r.NsHigh) {
			low, high = min(low, r.NsLow/r.NsPerKey), max(high, r.NsHigh/r.NsPerKey)
		}
	}
	if low == high {
		return ""
	}
	return fmt.Sprintf(" The 95 %% intervals of all functions at these lengths lie between %s and %s times the figure ([hashing](#hashing)).", digits(low, 3), digits(high, 3))
}
