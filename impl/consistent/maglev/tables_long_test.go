//go:build long

package maglev

import "testing"

// TestDisturbanceOfTheLargeTable holds the paper's larger table to the project's reference.
func TestDisturbanceOfTheLargeTable(t *testing.T) {
	wantDisturbance(t, 655373, 1000, 40, 4.28)
}
