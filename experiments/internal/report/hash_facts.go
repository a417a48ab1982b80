package report

import (
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/record"
)

// hashFacts are what is known of a hash function besides its speed.
type hashFacts struct {
	name, bits, seeds string // unknown where the function is not listed
	listed            bool
	stable, keyed     bool
	verdict           *record.QualityVerdict // nil where it was not judged
}

// readHashFacts returns the facts on the functions of implementations.csv and of the verdicts, by name.
func readHashFacts(s record.Store) (map[string]hashFacts, error) {
	listed, err := record.Read[record.ImplementationRow](s, "implementations.csv")
	if err != nil {
		return nil, err
	}
	verdicts, err := readBoth[record.QualityVerdict](s, "quality_verdicts.csv", "quality_random_verdicts.csv")
	if err != nil {
		return nil, err
	}
	facts := map[string]hashFacts{}
	for _, r := range listed {
		if r.Kind == "hash" {
			facts[r.Name] = listedFacts(r)
		}
	}
	for i, v := range verdicts {
		f, ok := facts[v.Hash]
		if !ok {
			f = unlisted(v.Hash)
		}
		f.verdict = &verdicts[i]
		facts[v.Hash] = f
	}
	return facts, nil
}

// readBoth returns the rows of two files: those of what differs from process to process stand apart, in the second.
func readBoth[T any](s record.Store, file, random string) ([]T, error) {
	rows, err := record.Read[T](s, file)
	if err != nil {
		return nil, err
	}
	drawn, err := record.Read[T](s, random)
	return append(rows, drawn...), err
}

func unlisted(name string) hashFacts { return hashFacts{name: name, bits: unknown, seeds: unknown} }

// listedFacts reads the capabilities of a hash function: "64 bits; seed: 64-bit; stable; keyed".
func listedFacts(r record.ImplementationRow) hashFacts {
	f := unlisted(r.Name)
	f.listed = true
	for _, part := range strings.Split(r.Capabilities, "; ") {
		switch {
		case part == "stable":
			f.stable = true
		case part == "keyed":
			f.keyed = true
		case strings.HasPrefix(part, "seed: "):
			f.seeds = strings.TrimPrefix(part, "seed: ")
		case strings.HasSuffix(part, " bits"):
			f.bits = strings.TrimSuffix(part, " bits")
		}
	}
	return f
}

// fact writes one that only a listed function has.
func (f hashFacts) fact(is bool) string {
	if !f.listed {
		return unknown
	}
	return yes(is)
}

// quality says how the function fared, with the worst case.
func (f hashFacts) quality() string {
	v := f.verdict
	switch {
	case v == nil && f.listed && !f.stable:
		return "not judged: it differs from process to process"
	case v == nil:
		return "not judged"
	}
	text := fmt.Sprintf("passes; nearest to its limit: %s on %s, %s of it", v.Test, v.Keys, digits(v.Excess, 2))
	if v.Tests != "" {
		text = fmt.Sprintf("**fails** %s; worst: %s on %s, %s times the limit", strings.ReplaceAll(v.Tests, " ", ", "), v.Test, v.Keys, digits(v.Excess, 2))
	}
	if v.AttackSet != "" {
		text += "; chosen keys collide: " + v.AttackSet
	}
	return text
}

// hidden are tests whose failures filters and rings are not seen to suffer from, and seeded are those that
// random seeds avoid.
var (
	hidden = []string{"avalanche"}
	seeded = []string{"k-from-small-seeds"}
)

// serious reports whether the function fails a test on ordinary keys that no care of its user makes up for.
func (f hashFacts) serious() bool {
	return slices.ContainsFunc(strings.Fields(f.verdict.Tests), func(t string) bool { return !slices.Contains(hidden, t) && !slices.Contains(seeded, t) })
}

// rank sorts functions by what they are good for: anything, what was not judged, nothing.
func (f hashFacts) rank() int {
	switch {
	case f.verdict == nil:
		return 1
	case f.serious():
		return 2
	}
	return 0
}

// use says what the function is good for, from the facts alone.
func (f hashFacts) use() string {
	switch {
	case f.verdict == nil && f.listed && !f.stable:
		return "inside one process only: its values cannot be stored or shared"
	case f.verdict == nil || !f.listed:
		return unknown
	}
	failed := strings.Fields(f.verdict.Tests)
	if f.serious() {
		return "none: it fails on ordinary keys"
	}
	text := "filters and rings"
	switch {
	case strings.HasSuffix(f.name, "-left"):
		text = "rings, by its high half"
	case f.bits == "32":
		text = "small filters and rings (32 bits)"
	}
	if slices.ContainsFunc(failed, func(t string) bool { return slices.Contains(seeded, t) }) {
		text += ", with random seeds only"
	}
	switch {
	case f.verdict.AttackSet != "":
		text += "; keys that nobody picks to do harm: colliding ones are known"
	case f.keyed:
		text += "; any keys, while the seed is secret"
	default:
		text += "; keys that nobody picks to do harm"
	}
	if !f.stable {
		text += "; inside one process only"
	}
	return text
}
