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
		noun: fmt.Sprintf("time at %d bytes", length), time: true,
		of: func(h hashChoice) record.Float { return h.nsAt(length) },
	}
}

// hashNeeds are the needs that the table of hash functions answers.
var hashNeeds = []need[hashChoice]{
	{"short keys (names, ids)", func(h hashChoice) bool { return h.sound() && h.facts.stable }, shortTime, longTime, "hashing"},
	{"long keys (documents, URLs)", func(h hashChoice) bool { return h.sound() && h.facts.stable }, longTime, shortTime, "hashing"},
	{"keys that somebody may pick to do harm", func(h hashChoice) bool {
		return h.facts.keyed && h.facts.stable && h.facts.verdict != nil && !h.attacked()
	}, shortTime, longTime, "quality"},
	{"the same, inside one process: nothing stored or sent", func(h hashChoice) bool { return h.facts.keyed && !h.attacked() }, shortTime, longTime, "quality"},
}

func hashFigures(h hashChoice) string {
	var parts []string
	for _, length := range []int{8, shortKey, 64, longKey} {
		if r, ok := h.speed[length]; ok {
			parts = append(parts, fmt.Sprintf("%s ns at %d bytes", digits(r.NsPerKey, 2), length))
		}
	}
	text := strings.Join(parts, ", ")
	if v := h.facts.verdict; v != nil && v.Tests == "" {
		text += fmt.Sprintf("; passes all %d results of the battery", v.Results)
	}
	return text
}

// hashDecisions is the table for choosing a hash function, with a row on ring labels.
func hashDecisions(e evidence) table {
	rows := decide(hashChoices(e), hashNeeds, hashFigures)
	if row := labelRow(e); row != nil {
		rows = append(rows, row)
	}
	return decisionTable(rows)
}

// labelRow answers whether FNV-1a is safe for the labels of a ring.
func labelRow(e evidence) []string {
	cv := map[string]record.BalanceRow{}
	for _, r := range e.balance {
		if r.Locator == baseLocator && r.Labels == baseLabels && r.Keys == 0 && r.Nodes == baseNodes && r.Vnodes == baseVnodes {
			cv[r.Hash] = r
		}
	}
	plain, ok := cv["fnv1a-64"]
	mixed, okMixed := cv["fnv1a-64-mixed"]
	good, okGood := cv[baseHash]
	if !ok || !okMixed || !okGood || plain.WithinGate != "no" || mixed.WithinGate != "yes" {
		return nil
	}
	return []string{
		"vnode labels: is FNV-1a safe?", fmt.Sprintf("no; `%s`, or a finaliser behind it (`fnv1a-64-mixed`)", baseHash),
		fmt.Sprintf("cv of the shares of %d nodes with %d vnodes: `fnv1a-64` %s, `%s` %s, `fnv1a-64-mixed` %s; theory %s", baseNodes, baseVnodes,
			digits(plain.CV, 3), baseHash, digits(good.CV, 3), digits(mixed.CV, 3), digits(plain.CVTheory, 3)),
		"nothing: no label shape mends it", "[balance](#balance)",
	}
}
