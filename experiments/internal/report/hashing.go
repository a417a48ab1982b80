package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"hashlab/experiments/internal/record"
)

// shownLengths are the key lengths of the tables, in bytes.
var shownLengths = []int{8, 16, 64, 1024}

func hashingSection(s record.Store) (section, bool, error) {
	rows, err := record.Read[record.HashingRow](s, "hashing.csv")
	if err != nil || len(rows) == 0 {
		return section{}, false, err
	}
	facts, err := readHashFacts(s)
	if err != nil {
		return section{}, false, err
	}
	flags, err := hashingFlags(s, rows)
	if err != nil {
		return section{}, false, err
	}
	costs, err := readHashCosts(s)
	if err != nil {
		return section{}, false, err
	}
	noise, err := record.Read[record.HashingNoiseRow](s, "hashing_noise.csv")
	if err != nil {
		return section{}, false, err
	}
	times := hashTimesOf(rows)
	sec := section{
		Title: "Hashing",
		Design: "Random keys of one length, in batches through each function's own bulk loop; all functions and lengths take turns in blocks of random order. " +
			"Keys lie in the cache: up to 8,192 of them, 1 MiB in all, or four where they are longer than 256 KiB.",
		Reading: "ns a []byte key, the median over blocks; their intervals stand in the page, and are often wider than what lies between two neighbours. *Keyed*: made so that a secret seed keeps others from finding " +
			"collisions. *Stable*: the same value in every process, so that it can be stored and sent.",
		Findings: slices.Concat(costs.findings(), hashingNoise(noise), flags), Notes: fastestPassing(times, facts),
		Small:  choiceTable(times, facts).columns("ns a key by its length in bytes, and what the function is good for.", "hash", "8 B", "16 B", "64 B", "1024 B", "keyed", "stable", "use"),
		Tables: []table{choiceTable(times, facts), speedTable(times, noise), formTable(rows)},
		Limits: "Times are of this machine. How quality was judged, and what chosen keys do, is in [quality](#quality).",
	}
	if len(costs) == 0 {
		sec.Limits += " What calls, widening, cold keys and a second value cost was not measured."
		return sec, true, nil
	}
	sec.Tables = append(sec.Tables, costs.callTable(), costs.useTable())
	return sec, true, nil
}

// hashTimes are the times of []byte keys by function and length.
type hashTimes map[string]map[int]record.HashingRow

func hashTimesOf(rows []record.HashingRow) hashTimes {
	times := hashTimes{}
	for _, r := range rows {
		if r.Form != "bytes" {
			continue
		}
		if times[r.Hash] == nil {
			times[r.Hash] = map[int]record.HashingRow{}
		}
		times[r.Hash][r.KeyBytes] = r
	}
	return times
}

// choiceTable is what a reader chooses a function from: a row for each that was timed or judged.
func choiceTable(times hashTimes, facts map[string]hashFacts) table {
	t := table{
		Caption: "Which hash function? ns a []byte key by its length, quality with the worst case, seed, and use: what bits, key, stability and verdict allow. Useful ones first, by their time at 16 bytes. " +
			"*Keyed*: made so that a secret seed keeps others from finding collisions. *Stable*: the same value in every process.",
		Header: []string{"hash", "bits"},
	}
	for _, length := range shownLengths {
		t.Header = append(t.Header, fmt.Sprintf("%d B", length))
	}
	t.Header = append(t.Header, "quality", "seed", "keyed", "stable", "use")
	names := map[string]bool{}
	for name := range times {
		if name != loadControl { // nobody chooses it
			names[name] = true
		}
	}
	for name, f := range facts {
		if f.verdict != nil {
			names[name] = true
		}
	}
	for _, name := range byUse(names, times, facts) {
		f, ok := facts[name]
		if !ok {
			f = unlisted(name)
		}
		cells := []string{name, f.bits}
		for _, length := range shownLengths {
			cell := unknown
			if r, ok := times[name][length]; ok {
				cell = digits(r.NsPerKey, 3)
			}
			cells = append(cells, cell)
		}
		t.add(append(cells, f.quality(), f.seeds, f.fact(f.keyed), f.fact(f.stable), f.use())...)
	}
	return t
}

// byUse returns the names of functions that are good for something before those that are not, and of each kind the
// faster at 16 bytes first.
func byUse(names map[string]bool, times hashTimes, facts map[string]hashFacts) []string {
	sorted := sortedNames(names)
	slices.SortStableFunc(sorted, func(a, b string) int {
		return cmp.Or(cmp.Compare(facts[a].rank(), facts[b].rank()), cmp.Compare(hashTimeOf(times, a), hashTimeOf(times, b)))
	})
	return sorted
}

// hashTimeOf returns the time at 16 bytes, infinite where there is none.
func hashTimeOf(times hashTimes, name string) float64 {
	if r, ok := times[name][costLength]; ok && r.NsPerKey.Known() {
		return float64(r.NsPerKey)
	}
	return math.Inf(1)
}

// longLengths are the key lengths whose throughput is shown, in bytes.
var longLengths = []int{64, 1024, 16 << 10, 1 << 20}

// formTable shows the other forms of keys, and throughput.
func formTable(rows []record.HashingRow) table {
	t := table{
		Caption: "A string key of 16 bytes and an integer, ns a key (95 % interval), and []byte keys in GB/s (10<sup>9</sup> bytes a second).",
		Header:  []string{"hash", "string, 16 bytes", "uint64"},
	}
	for _, length := range longLengths {
		t.Header = append(t.Header, fmt.Sprintf("GB/s, %s bytes", count(uint64(length))))
	}
	type place struct {
		hash, form string
		length     int
	}
	at, names := map[place]record.HashingRow{}, map[string]bool{}
	for _, r := range rows {
		at[place{r.Hash, r.Form, r.KeyBytes}], names[r.Hash] = r, true
	}
	for _, name := range sortedNames(names) {
		cells := []string{name}
		for _, p := range []place{{name, "string", 16}, {name, "uint64", 8}} {
			cell := unknown
			if r, ok := at[p]; ok {
				cell = within(r.NsPerKey, r.NsLow, r.NsHigh, 3)
			}
			cells = append(cells, cell)
		}
		for _, length := range longLengths {
			cell := unknown
			if r, ok := at[place{name, "bytes", length}]; ok {
				cell = digits(r.GBPerSec, 3)
			}
			cells = append(cells, cell)
		}
		t.add(cells...)
	}
	return t
}

func speedTable(times hashTimes, noise []record.HashingNoiseRow) table {
	t := table{
		Caption: "Hashing a []byte key: ns a key (95 % interval), and how many times as long as `" + baseHash + "` in the same run.",
		Header:  []string{"hash"},
	}
	for _, length := range shownLengths {
		t.Header = append(t.Header, fmt.Sprintf("%d bytes", length), "÷ "+baseHash)
	}
	for _, name := range sortedNames(times) {
		cells := []string{name}
		for _, length := range shownLengths {
			r, ok := times[name][length]
			if !ok {
				cells = append(cells, unknown, unknown)
				continue
			}
			ratio := record.Unknown
			if base, ok := times[baseHash][length]; ok {
				ratio = r.NsPerKey / base.NsPerKey
			}
			cells = append(cells, within(r.NsPerKey, r.NsLow, r.NsHigh, 3), digits(ratio, 2))
		}
		t.add(cells...)
	}
	if len(noise) > 0 {
		t.add(againRow(noise)...)
	}
	return t
}

// fastestPassing names at each length the fastest function of 64 bits that passes all tests on ordinary keys,
// and the fastest of them that is keyed and withstood the attacks.
func fastestPassing(times hashTimes, facts map[string]hashFacts) []string {
	var found []string
	for _, class := range []struct {
		text string
		is   func(hashFacts) bool
	}{
		{"The fastest that passes every test on ordinary keys", func(f hashFacts) bool { return f.stable || !f.listed }},
		{"The fastest keyed one that also withstands all chosen keys", func(f hashFacts) bool { return f.stable && f.keyed && f.verdict.AttackSet == "" }},
		{"The fastest keyed one that withstands them, but inside one process only", func(f hashFacts) bool { return f.listed && !f.stable && f.keyed && f.verdict.AttackSet == "" }},
	} {
		var parts []string
		for _, length := range shownLengths {
			best := record.HashingRow{NsPerKey: record.Unknown}
			for _, name := range sortedNames(times) {
				f := facts[name]
				r, ok := times[name][length]
				if ok && f.verdict != nil && f.bits == "64" && f.verdict.Tests == "" && class.is(f) && (!best.NsPerKey.Known() || r.NsPerKey < best.NsPerKey) {
					best = r
				}
			}
			if best.NsPerKey.Known() {
				parts = append(parts, fmt.Sprintf("`%s` at %d bytes (%s ns)", best.Hash, length, within(best.NsPerKey, best.NsLow, best.NsHigh, 3)))
			}
		}
		if len(parts) > 0 {
			found = append(found, class.text+", of 64 bits: "+strings.Join(parts, ", ")+".")
		}
	}
	return found
}
