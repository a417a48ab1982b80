// Package record is what a run leaves behind: points in a journal, tidy CSV files made from them, Go
// benchmark text, and the facts about the run. Figures and the report are drawn from these records alone.
//
// Units stand in column names. Rows are sorted by key. Floats carry six significant digits; what is unknown
// is an empty cell, and NaN or an infinity is never written.
package record

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Key says all that a point depends on. Two points with one Key have one result, timings apart.
type Key struct {
	Experiment string            `json:"experiment"`
	Profile    string            `json:"profile"`
	Factors    map[string]string `json:"factors"` // the combination that is measured
	Seed       uint64            `json:"seed"`    // picks with Draws what is asked, or numbers a timing block
	Code       string            `json:"code"`    // digest of the source that is measured and measures
}

// ID returns 16 hexadecimal digits of the SHA-256 of the key's canonical JSON.
func (k Key) ID() string {
	text, err := json.Marshal(k) // map keys are sorted
	if err != nil {
		panic(fmt.Sprintf("record: Key.ID: %v", err)) // strings and integers always marshal
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Draws returns the seed of what the point draws: its keys, node ids and requests. It is of experiment, factors and
// Seed, without the factors named in who, which say who is asked and not what. So cells are independent of each other,
// and within a cell every implementation is asked the same: comparing them is comparing pairs.
func (k Key) Draws(who ...string) uint64 {
	parts := []string{k.Experiment}
	for _, name := range slices.Sorted(maps.Keys(k.Factors)) {
		if !slices.Contains(who, name) {
			parts = append(parts, name, k.Factors[name])
		}
	}
	return Random("what a point draws", k.Seed, parts...).Uint64()
}

// String returns the key as a person reads it: experiment and factors in order of name, and the seed.
func (k Key) String() string {
	parts := []string{k.Experiment}
	for _, name := range slices.Sorted(maps.Keys(k.Factors)) {
		parts = append(parts, name+"="+k.Factors[name])
	}
	return fmt.Sprintf("%s seed=%d", strings.Join(parts, " "), k.Seed)
}

// Status says how a point ended.
type Status string

const (
	OK     Status = "ok"
	Failed Status = "failed"
)

// A Point is one measured combination with one seed.
type Point struct {
	Key     Key             `json:"key"`
	Status  Status          `json:"status"`
	Reason  string          `json:"reason,omitempty"`  // why it failed
	Payload json.RawMessage `json:"payload,omitempty"` // the experiment's point row
	Seconds float64         `json:"seconds"`           // what it cost on the wall clock
	Work    float64         `json:"work"`              // of those, what was not spent on measuring itself
}
