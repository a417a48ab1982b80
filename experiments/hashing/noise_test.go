package hashing

import (
	"encoding/json"
	"math"
	"testing"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/hash"
)

// A twin makes a row of noise and no series: its ratio is the geometric mean of what it took more in each block.
func TestTwinsAreNoise(t *testing.T) {
	var payloads []json.RawMessage
	add := func(p record.HashingPoint) {
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		payloads = append(payloads, text)
	}
	for block := range uint64(6) {
		p := record.HashingPoint{Hash: "xxh3", KeyBytes: 16, Form: formBytes, Loop: loopBulk, Block: block, Batch: 1, NsPerKey: 4, NsMin: 4, SampleList: "4"}
		add(p)
		other := p
		other.KeyBytes = 64
		add(other)
		p.Twin, p.NsPerKey = true, record.Float(4*math.Exp([]float64{0.01, 0.02, 0.03, 0.03, 0.02, 0.01}[block]))
		add(p)
	}
	got, err := tables(record.Store{}, payloads)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := record.Decode[record.HashingRow](got.Files[rowsFile])
	if err != nil || len(rows) != 2 || rows[0].Blocks != 6 || rows[0].NsPerKey != 4 {
		t.Errorf("got %v and the series %+v, want two of six blocks", err, rows)
	}
	noise, err := record.Decode[record.HashingNoiseRow](got.Files[noiseFile])
	if err != nil || len(noise) != 1 {
		t.Fatalf("got %v and the noise %+v, want one row", err, noise)
	}
	r := noise[0]
	if math.Abs(float64(r.Ratio)-math.Exp(0.02)) > 1e-5 || r.KeyBytes != 16 || r.Blocks != 6 || !(r.Low < r.Ratio && r.Ratio < r.High && r.Low > 1) {
		t.Errorf("got %+v, want the ratio e^0.02 with an interval around it", r)
	}
	points, err := record.Decode[record.HashingPoint](got.Files[pointsFile])
	if err != nil || len(points) != 18 {
		t.Errorf("got %v and %d points, want all 18", err, len(points))
	}
}

// Every twin is beside a series that the grid has, and a narrowed run takes the base function and the control along.
func TestTwinsStandBesideTheirSeries(t *testing.T) {
	for _, p := range plan.Profiles() {
		cells, twins := map[string]bool{}, 0
		for _, c := range grid(plan.Scope{Profile: p}) {
			cells[c.Factors.String()] = true
		}
		for _, c := range grid(plan.Scope{Profile: p}) {
			if c.Factors["twin"] == "" {
				continue
			}
			twins++
			series := plan.NewFactors()
			for name, level := range c.Factors {
				if name != "twin" {
					series[name] = level
				}
			}
			if !cells[series.String()] {
				t.Errorf("%s: nothing is timed beside %s", p, c.Factors)
			}
		}
		if twins == 0 {
			t.Errorf("%s: no series is timed twice", p)
		}
	}
	along := 0
	for _, e := range hash.All() {
		if Experiment.Along(plan.NewFactors("hash", e.Name)) {
			along++
		}
	}
	if along != 2 {
		t.Errorf("%d functions go along with a narrowed run, want the base and the control", along)
	}
}
