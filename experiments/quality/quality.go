// Package quality judges every hash function, shows what chosen keys do to filters and rings that use it, and
// what chosen insertions do to a filter.
//
// Three arms. battery: the tests of internal/quality. attack: keys that are known to collide under some function.
// pollution: insertions that an adversary picks, who knows the filter and the published function; a function whose
// key is drawn when the process starts has none. What is found of such a function stands in files of its own, since
// it does not come out the same again.
package quality

import (
	"context"
	"fmt"
	"slices"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/quality"
	"hashlab/experiments/internal/record"
	"hashlab/impl/hash"
)

// Experiment is the design. A seed picks ordinary keys, node ids and secrets.
var Experiment = plan.Experiment{
	Name:     "quality",
	Question: "Which hash functions are good enough for filters and rings, and what can somebody do who chooses the keys?",
	Stored:   pointsFile,
	Grid:     grid,
	Check:    check,
	Cost:     cost,
	Run:      run,
	Tables:   tables,
}

// The arms.
const (
	battery   = "battery"
	attack    = "attack"
	pollution = "pollution"
)

// Who knows the seed of the hash function.
const (
	published = "published" // it is 0, as everybody knows
	secret    = "secret"    // the adversary does not know it
)

// How the keys of a polluted filter come about.
const (
	honest = "honest"
	chosen = "chosen" // only keys whose probes are k different bits that are all unset
)

// ordinary stands in the place of an attack set for keys that nobody chose.
const ordinary = "none"

// few are the functions of the smoke profile: one that is good, one that is bad.
var few = []string{plan.BaseHash, "fnv1a-64"}

func grid(s plan.Scope) (cells []plan.Cell) {
	size := plan.Pick(s.Profile, quality.Quick, quality.Quick, quality.Full)
	seeds := plan.Pick(s.Profile, 1, 2, 10)
	known := quality.Expected()
	for _, e := range hash.All() {
		if e.Floor {
			continue
		}
		_, judged := known[e.Name]
		if s.Profile == plan.Smoke && judged && !slices.Contains(few, e.Name) {
			continue
		}
		cells = append(cells, plan.Cell{Factors: plan.NewFactors("arm", battery, "hash", e.Name, "size", size), Seeds: 1})
		for _, hashSeed := range seedings(e) {
			for _, set := range attackSets() {
				cells = append(cells, plan.Cell{Factors: plan.NewFactors("arm", attack, "hash", e.Name, "hash_seed", hashSeed,
					"attack_set", set, "pairs", pairsOf(s.Profile, e, hashSeed, set)), Seeds: seeds})
			}
			if e.Seeds == hash.SeedPerProcess {
				continue
			}
			for _, insertion := range []string{honest, chosen} {
				cells = append(cells, plan.Cell{Factors: plan.NewFactors("arm", pollution, "hash", e.Name, "hash_seed", hashSeed,
					"insertion", insertion), Seeds: seeds})
			}
		}
	}
	return cells
}

// seedings returns who may know the seed: where there is none to choose, everybody does; where the process draws it,
// nobody.
func seedings(e hash.Entry) []string {
	switch e.Seeds {
	case hash.NoSeed:
		return []string{published}
	case hash.SeedPerProcess:
		return []string{secret}
	}
	return []string{published, secret}
}

// attackSets returns the names of the sets, and that of ordinary keys.
func attackSets() []string {
	names := []string{ordinary}
	for _, a := range keys.Adversarial() {
		names = append(names, a.Name)
	}
	return names
}

// pairSet is the attack set whose keys collide under a share of all seeds, one in about 1,448.
const pairSet = "xxh3-pair"

// pairsOf returns under how many random seeds the two keys of pairSet are hashed.
func pairsOf(p plan.Profile, e hash.Entry, hashSeed, set string) int {
	if hashSeed == published || set != pairSet || e.Seeds == hash.SeedPerProcess {
		return 0
	}
	return plan.Pick(p, 1<<16, 1<<18, 1<<20)
}

// design is a cell with its levels read.
type design struct {
	arm, hashSeed, set, insertion string
	hash                          hash.Entry
	size                          quality.Size
	pairs                         uint64
	drawn                         uint64 // seed of keys, node ids and secrets
}

func read(f plan.Factors) (d design, err error) {
	r := f.Read()
	d = design{arm: r.Text("arm"), hashSeed: r.Text("hash_seed"), set: r.Text("attack_set"), insertion: r.Text("insertion"),
		size: quality.Size(r.Text("size")), pairs: r.Uint("pairs")}
	if err := r.Err(); err != nil {
		return d, err
	}
	if d.hash, err = hash.Find(r.Text("hash")); err != nil {
		return d, err
	}
	if d.arm == battery {
		if d.size != quality.Quick && d.size != quality.Full {
			return d, fmt.Errorf("size %q is neither %q nor %q", d.size, quality.Quick, quality.Full)
		}
		return d, nil
	}
	if !slices.Contains(seedings(d.hash), d.hashSeed) {
		return d, fmt.Errorf("hash_seed %q of %s is none of %q", d.hashSeed, d.hash.Name, seedings(d.hash))
	}
	switch {
	case d.arm == attack && !slices.Contains(attackSets(), d.set):
		return d, fmt.Errorf("attack_set %q is none of %q", d.set, attackSets())
	case d.arm == pollution && d.hash.Seeds == hash.SeedPerProcess:
		return d, fmt.Errorf("hash %s differs from process to process: nobody can choose keys on a published function", d.hash.Name)
	case d.arm == pollution && d.insertion != honest && d.insertion != chosen:
		return d, fmt.Errorf("insertion %q is neither %q nor %q", d.insertion, honest, chosen)
	case d.arm != attack && d.arm != pollution:
		return d, fmt.Errorf("arm %q is none of %q, %q, %q", d.arm, battery, attack, pollution)
	}
	return d, nil
}

func check(_ plan.Scope, f plan.Factors) error {
	_, err := read(f)
	return err
}

// cost predicts the seconds of one point from the number of keys that it hashes, and a rest that does not depend
// on the function.
func cost(_ plan.Scope, f plan.Factors) float64 {
	d, err := read(f)
	if err != nil {
		return 0
	}
	one := plan.HashCost(d.hash.Name)
	asked := pollutedQueries + (pollutedSteps-firstStep+1)*stepQueries
	switch {
	case d.arm == battery && d.size == quality.Full:
		return 2.5 + 125e6*one
	case d.arm == battery:
		return 0.28 + 14.5e6*one
	case d.arm == attack:
		return 3e-3 + float64(filterKeys+ringKeys)*(one+100e-9) + float64(2*d.pairs)*(one+50e-9)
	case d.insertion == chosen:
		return 3.3e6*(one+32e-9) + float64(asked)*(one+40e-9)
	}
	return float64(asked) * (one + 40e-9)
}

// A payload is what a point gives: its row, in the battery the single results, and the steps of a pollution.
type payload struct {
	Point   record.QualityPoint  `json:"point"`
	Results []record.QualityRow  `json:"results,omitempty"`
	Steps   []record.QualityStep `json:"steps,omitempty"`
}

func run(ctx context.Context, _ plan.Scope, key record.Key) (any, error) {
	d, err := read(key.Factors)
	if err != nil {
		return nil, err
	}
	p := record.QualityPoint{Arm: d.arm, Hash: d.hash.Name, HashSeed: d.hashSeed, AttackSet: d.set, Insertion: d.insertion, Seed: key.Seed,
		Excess: record.Unknown, FillRatio: record.Unknown, PeakToAverage: record.Unknown}
	d.drawn = key.Asked()
	switch d.arm {
	case battery:
		return runBattery(d, p)
	case attack:
		err = runAttack(d, &p)
	default:
		steps, err := runPollution(ctx, d, &p)
		return payload{Point: p, Steps: steps}, err
	}
	return payload{Point: p}, err
}

// open returns the function with the seed that the design says. A secret is drawn from the point's.
func (d design) open() (hash.Hash, error) {
	if d.hashSeed == published || d.hash.Seeds == hash.SeedPerProcess {
		return d.hash.New(0)
	}
	return d.hash.New(d.fit(word(secretStream, d.drawn)))
}

// fit returns a seed that the function takes.
func (d design) fit(seed uint64) uint64 {
	if d.hash.Seeds == hash.Seed32 {
		seed &= 1<<32 - 1
	}
	return seed
}

// The streams of random words that a point draws from.
const (
	secretStream = 1
	pairStream   = 2
)

// word is word i of a stream of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
func word(stream, i uint64) uint64 {
	z := stream<<56 + (i+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
