//go:build long

package ring

import "testing"

// TestSpreadOf10000 is dskit's own size.
func TestSpreadOf10000(t *testing.T) { wantSpread(t, spread(t, 0, 10_000), 10_000) }
