//go:build long

package quality_test

import (
	"slices"
	"testing"

	"hashlab/experiments/internal/quality"
	"hashlab/impl/hash"
)

func TestFullVerdicts(t *testing.T) { holdVerdicts(t, quality.Full, nil) }

// The digests, which the short test leaves out.
func TestQuickVerdictsOfDigests(t *testing.T) {
	holdVerdicts(t, quality.Quick, slices.DeleteFunc(hash.Names(), func(name string) bool { return slices.Contains(digests, name) }))
}
