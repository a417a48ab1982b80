package advise

import (
	"encoding/json"
	"fmt"
	"testing"

	_ "hashlab/impl/all"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/consistent"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

const thisMachine = "m-test"

// planted returns an adviser whose results hold a time for everything: what ns gives for the name.
func planted(t *testing.T, ns func(name string) float64) Adviser {
	t.Helper()
	s := record.Store{Root: t.TempDir()}
	var rows []record.ThroughputRow
	row := func(kind, name, hash string, bytes int64, nodes int, hit record.Float) {
		at := record.Float(ns(name))
		rows = append(rows, record.ThroughputRow{Kind: kind, Impl: name, Hash: hash, Mode: "keys", Op: map[string]string{"filter": "contains", "locator": "locate"}[kind],
			N: 1000, Nodes: nodes, Bytes: bytes, HitShare: hit, NsPerKey: at, NsLow: 0.9 * at, NsHigh: 1.1 * at, NsMin: at, Blocks: 6, TargetFPR: 0.01})
	}
	for _, e := range filter.All() {
		for _, h := range []string{"", "xxh3", "siphash24"} {
			for _, hit := range []record.Float{0, 1} {
				row("filter", e.Name, plan.HashColumn(h, e.BuiltinHash), 1, 0, hit)
				row("filter", e.Name, plan.HashColumn(h, e.BuiltinHash), 1<<40, 0, hit)
			}
		}
	}
	for _, e := range consistent.All() {
		row("locator", e.Name, plan.HashColumn(plan.LocatorHash(e), e.BuiltinHash), 1, 12, record.Unknown)
	}
	var hashes []record.HashingRow
	for _, e := range hash.All() {
		for _, length := range []int{1, 100} {
			at := record.Float(ns(e.Name) * float64(length))
			hashes = append(hashes, record.HashingRow{Hash: e.Name, KeyBytes: length, Form: "bytes", NsPerKey: at, NsLow: at, NsHigh: at, NsMin: at, GBPerSec: 1, Blocks: 6})
		}
	}
	write(t, s, "throughput.csv", rows)
	write(t, s, "hashing.csv", hashes)
	run := record.Run{Schema: record.Schema, Machine: json.RawMessage("{}"), MachineID: thisMachine, Experiments: map[string]record.Measurement{
		"throughput": {Machine: thisMachine}, "hashing": {Machine: thisMachine}}}
	if err := s.WriteRun(run); err != nil {
		t.Fatal(err)
	}
	return Adviser{Store: s, Machine: thisMachine, From: Results}
}

func write[T any](t *testing.T, s record.Store, name string, rows []T) {
	t.Helper()
	text, err := record.Encode(rows)
	if err != nil {
		t.Fatal(err)
	}
	if err := record.WriteFile(s.Result(name), text); err != nil {
		t.Fatal(err)
	}
}

// even gives everything the same time.
func even(string) float64 { return 10 }

// cheap gives one implementation less time than all others.
func cheap(name string) func(string) float64 {
	return func(other string) float64 {
		if other == name {
			return 1
		}
		return 10 + float64(len(fmt.Sprint(other)))
	}
}
