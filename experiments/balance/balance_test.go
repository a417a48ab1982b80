package balance

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	_ "hashlab/impl/all"
	"hashlab/impl/consistent"
)

var scope = plan.Scope{Profile: plan.Smoke, Seed: 1}

// factors are those of a locator on 10 nodes and 2,000 keys, with some levels changed.
func factors(t *testing.T, locator string, changes ...string) plan.Factors {
	t.Helper()
	e, err := consistent.Find(locator)
	if err != nil {
		t.Fatal(err)
	}
	f := cell(e, 10, 2000)
	for i := 0; i+1 < len(changes); i += 2 {
		f = f.With(changes[i], changes[i+1])
	}
	return f
}

func measured(t *testing.T, f plan.Factors, seed uint64) record.BalancePoint {
	t.Helper()
	payload, err := run(context.Background(), scope, record.Key{Experiment: "balance", Profile: "smoke", Factors: f, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return payload.(record.BalancePoint)
}

// rowsOf measures seeds of cells and returns the rows and checks that they amount to.
func rowsOf(t *testing.T, seeds int, cells ...plan.Factors) ([]record.BalanceRow, []record.CheckRow) {
	t.Helper()
	var payloads []json.RawMessage
	for _, f := range cells {
		for seed := range seeds {
			text, err := json.Marshal(measured(t, f, uint64(seed+1)))
			if err != nil {
				t.Fatal(err)
			}
			payloads = append(payloads, text)
		}
	}
	made, err := tables(record.Store{}, payloads)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := record.Decode[record.BalanceRow](made.Files[rowsFile])
	if err != nil {
		t.Fatal(err)
	}
	return rows, made.Checks
}

// TestArms: every arm of the experiment gives a row with the theory that holds for it, and all checks hold.
func TestArms(t *testing.T) {
	const seeds = 6
	rows, checks := rowsOf(t, seeds,
		arcsOf(plan.BaseHash, consistent.LabelsSeparated, 10, 160),
		factors(t, "jump"),
		factors(t, "ring-vnodes", "zipf", "0.99"),
		factors(t, "ring-vnodes", "key_class", "words"),
		factors(t, "rendezvous-weighted", "weights", "1 2 4", "nodes", "12"),
		factors(t, "ring-vnodes", "weights", "0.37 1 2.71", "nodes", "12"),
		factors(t, "rendezvous", "replicas", "3"),
		factors(t, "ring-bounded", "slack", "0.1", "requests", "2000"),
	)
	if len(rows) != 8 {
		t.Fatalf("got %d rows, want 8", len(rows))
	}
	for _, r := range rows {
		if r.Seeds != seeds || !(r.PeakToAverage >= 1) || !(r.CV > 0) {
			t.Errorf("%s %s: %d seeds, peak %v, cv %v", r.Locator, r.KeyClass, r.Seeds, r.PeakToAverage, r.CV)
		}
		if bound := r.Slack > 0; bound == r.CVTheory.Known() {
			t.Errorf("%s %s slack %v: theory of cv %v", r.Locator, r.KeyClass, r.Slack, r.CVTheory)
		}
		if r.CVTheory.Known() && r.Zipf == 0 && math.Abs(math.Log(float64(r.CV/r.CVTheory))) > 0.6 {
			t.Errorf("%s %s %q: cv %v, theory %v", r.Locator, r.KeyClass, r.Weights, r.CV, r.CVTheory)
		}
		if r.Zipf > 0 && !(r.Effective < 1000 && r.PeakToAverage >= r.PeakFloor && r.PeakFloor > 1) {
			t.Errorf("Zipf %v: %v effective keys, peak %v, at least %v", r.Zipf, r.Effective, r.PeakToAverage, r.PeakFloor)
		}
		if r.Slack > 0 && !(r.PeakToAverage <= r.PeakBound && r.PeakBound < 1.105 && r.OverflowShare > 0 && r.OverflowShare < 0.5) {
			t.Errorf("slack %v: peak %v, bound %v, overflow %v", r.Slack, r.PeakToAverage, r.PeakBound, r.OverflowShare)
		}
	}
	for _, c := range checks {
		if !c.Holds {
			t.Errorf("%s: %s", c.Check, c.Detail)
		}
	}
}

// TestWeightQuantisation: 160 points a unit of weight are 59, 160 and 434 for weights of 0.37, 1 and 2.71.
func TestWeightQuantisation(t *testing.T) {
	p := measured(t, factors(t, "ring-vnodes", "weights", "0.37 1 2.71", "nodes", "3"), 1)
	want := 59.0 / 653 / (0.37 / 4.08)
	if got := float64(p.LightestAsked); math.Abs(got-want) > 1e-12 {
		t.Errorf("the lightest node has %v of the points that it should, want %v", got, want)
	}
	if got := float64(p.Quantisation); math.Abs(got-math.Abs(want-1)) > 1e-12 {
		t.Errorf("quantisation %v, want %v", got, math.Abs(want-1))
	}
}

// TestFactorsRefused: what cannot be measured is refused, and the error names it.
func TestFactorsRefused(t *testing.T) {
	for _, c := range []struct{ locator, factor, level, says string }{
		{"jump", "nodes", "0", "nodes = 0"},
		{"jump", "replicas", "3", "replicas = 3"},
		{"jump", "weights", "1 2", `"1 2"`},
		{"ring-vnodes", "weights", "1 -2", `"-2"`},
		{"ring-vnodes", "slack", "0.1", "slack = 0.1"},
		{"ring-bounded", "slack", "0.1", "0 requests"},
		{"ring-vnodes", "keys", "0", ""},
		{"x-groupcache", "keys", "0", "shows no points"},
		{"ring-vnodes", "key_class", "none", `"none"`},
		{"ring-vnodes", "zipf", "11", "zipf = 11"},
		{"x-kkdai-maglev", "nodes", "10000", "5 GB"},
	} {
		f := factors(t, c.locator, c.factor, c.level)
		err := check(scope, f)
		if c.says == "" {
			if err != nil {
				t.Errorf("%s %s=%s: %v", c.locator, c.factor, c.level, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), strings.TrimPrefix(c.says, "shows ")) && !strings.Contains(err.Error(), "points") {
			t.Errorf("%s %s=%s: got %v, want an error that says %q", c.locator, c.factor, c.level, err, c.says)
		}
	}
}

// TestChecksFail: each check fails on one planted fault.
func TestChecksFail(t *testing.T) {
	base := func() record.BalanceRow {
		return record.BalanceRow{Locator: plan.BaseLocator, Hash: plan.BaseHash, Labels: "separated", Nodes: 100, Vnodes: 160, Seeds: 10, IDs: "made",
			Replicas: 1, CV: 0.079, PeakToAverage: 1.2, PeakMin: 1.15, PeakMax: 1.25, CVTheory: 0.079, CVBandLow: 0.07, CVBandHigh: 0.09}
	}
	for _, c := range []struct {
		check  string
		change func(*record.BalanceRow)
	}{
		{"cv of ring-vnodes agrees", func(r *record.BalanceRow) { r.CV = 0.3 }},
		{"the fullest node of every ring", func(r *record.BalanceRow) { r.PeakMax = 3 }},
		{"pass chi-square", func(r *record.BalanceRow) {
			r.Locator, r.Keys, r.CVBandLow, r.CVBandHigh = "jump", 100_000, record.Unknown, record.Unknown
		}},
		{"under Zipf's law", func(r *record.BalanceRow) {
			r.Keys, r.Zipf, r.CVBandLow, r.CVBandHigh = 100_000, 0.99, record.Unknown, record.Unknown
			r.PeakMin, r.PeakMax, r.PeakTheory = 8.3, 25, 8.75
		}},
		{"more than its bound", func(r *record.BalanceRow) {
			r.Slack, r.PeakBound, r.CVBandLow, r.CVBandHigh = 0.1, 1.1, record.Unknown, record.Unknown
		}},
		{"copies of a key", func(r *record.BalanceRow) {
			r.Replicas, r.ShortCopies, r.CVBandLow, r.CVBandHigh = 3, 1, record.Unknown, record.Unknown
		}},
	} {
		for _, planted := range []bool{false, true} {
			r := base()
			if planted {
				c.change(&r)
			}
			rows := []record.BalanceRow{r}
			if err := gate(rows, newSkewedLaws()); err != nil {
				t.Fatal(err)
			}
			for _, got := range checks(rows, [][]record.BalancePoint{nil}) {
				if strings.Contains(got.Check, c.check) && got.Holds == planted {
					t.Errorf("planted=%v: %s: holds %v: %s", planted, got.Check, got.Holds, got.Detail)
				}
			}
		}
	}
}

// TestWeightsMetFails: nodes that get a fifth more than their weight asks for are found.
func TestWeightsMetFails(t *testing.T) {
	for _, off := range []float64{0, 0.2} {
		var cell []record.BalancePoint
		for seed := range 10 {
			cell = append(cell, record.BalancePoint{Lightest: record.Float(1 + off + 0.001*float64(seed%3-1)), Heaviest: record.Float(1 + 0.001*float64(seed%3-1)),
				LightestAsked: 1, HeaviestAsked: 1, Seed: uint64(seed)})
		}
		row := record.BalanceRow{Locator: "rendezvous-weighted", Weights: "1 2 4", Nodes: 12, Seeds: 10, CVTheory: 0.01, LightestAsked: 1, HeaviestAsked: 1}
		c := weightsMet([]record.BalanceRow{row}, [][]record.BalancePoint{cell})
		if c.Holds != (off == 0) || c.Tests != 2 {
			t.Errorf("off by %v: holds %v in %d tests: %s", off, c.Holds, c.Tests, c.Detail)
		}
	}
}

// TestOverflowAgreesFails: twice as many requests past their first node as theory says are found, and a tenth more are not.
func TestOverflowAgreesFails(t *testing.T) {
	for _, times := range []float64{1, 1.1, 2} {
		var cell []record.BalancePoint
		for seed := range 12 {
			cell = append(cell, record.BalancePoint{Requests: 100_000, Overflow: uint64(times * (1000 + 40*float64(seed%3-1)))})
		}
		rows := []record.BalanceRow{{Locator: "ring-bounded", Slack: 0.1, Nodes: 100, Seeds: 12, Requests: 100_000, OverflowLaw: 0.01}}
		if c := overflowAgrees(rows, [][]record.BalancePoint{cell}); c.Holds != (times < 2) || c.Tests != 1 {
			t.Errorf("%v times theory: holds %v in %d tests: %s", times, c.Holds, c.Tests, c.Detail)
		}
	}
}

// Two seeds that count the same have an interval without width, which is no evidence: such rows are not judged.
func TestOverflowOfTwoSeedsIsNotJudged(t *testing.T) {
	cell := []record.BalancePoint{{Requests: 10_000, Overflow: 80}, {Requests: 10_000, Overflow: 80}}
	rows := []record.BalanceRow{{Locator: "ring-bounded", Slack: 1, Nodes: 100, Seeds: 2, OverflowLaw: 0.01}}
	if c := overflowAgrees(rows, [][]record.BalancePoint{cell}); !c.Holds || c.Tests != 0 {
		t.Errorf("holds %v in %d tests: %s", c.Holds, c.Tests, c.Detail)
	}
}

// TestOverBoundIsSeen: a bound of 3 allows 3 requests and no fourth, rounding aside.
func TestOverBoundIsSeen(t *testing.T) {
	for _, c := range []struct {
		load  int64
		bound float64
		want  bool
	}{{3, 3, false}, {4, 3, true}, {4, 3.0000001, false}, {4, 3 + 1e-15, true}, {1, 0.01, false}, {2, 0.01, true}} {
		if got := above(c.load, c.bound); got != c.want {
			t.Errorf("above(%d, %v) = %v, want %v", c.load, c.bound, got, c.want)
		}
	}
}

// TestEveryLocator runs each locator on each arm that it is part of in the smallest profile.
func TestEveryLocator(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range grid(scope) {
		arm := fmt.Sprint(c.Factors["locator"], c.Factors["zipf"], c.Factors["weights"], c.Factors["replicas"], c.Factors["slack"] != "0", c.Factors["keys"] == "0")
		if seen[arm] || c.Factors["nodes"] == "100" && c.Factors["keys"] == "50000" {
			continue
		}
		seen[arm] = true
		measured(t, c.Factors, 3)
	}
	if len(seen) < 100 {
		t.Errorf("only %d arms were tried", len(seen))
	}
}
