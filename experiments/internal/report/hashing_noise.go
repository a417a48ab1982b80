package report

import (
	"fmt"
	"strings"

	"hashlab/experiments/internal/record"
)

// loadControl is the hash function, the filter and the locator that read and do nothing else.
const loadControl = "load"

// hashingNoise says what timing a series of hashing against itself gives: less than that cannot be told apart.
func hashingNoise(rows []record.HashingNoiseRow) []string {
	var parts []string
	for _, r := range rows {
		how := ""
		if r.Loop != "bulk" {
			how = r.Loop + ", "
		}
		parts = append(parts, fmt.Sprintf("%s%s of %s bytes %s", how, r.Form, count(uint64(r.KeyBytes)), within(r.Ratio, r.Low, r.High, 3)))
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{"Noise floor: series of `" + rows[0].Hash + "` timed twice in each block, as if they were two, have the ratios " +
		strings.Join(parts, ", ") + ". Smaller differences than these between two functions mean nothing."}
}

// againRow is the line of the base function against itself, under its ratios to others.
func againRow(rows []record.HashingNoiseRow) []string {
	cells := []string{"`" + baseHash + "` against itself"}
	for _, length := range shownLengths {
		ratio := unknown
		for _, r := range rows {
			if r.Hash == baseHash && r.Loop == "bulk" && r.Form == "bytes" && r.KeyBytes == length {
				ratio = within(r.Ratio, r.Low, r.High, 3)
			}
		}
		cells = append(cells, "", ratio)
	}
	return cells
}
