//go:build long

package main

import (
	"testing"

	"hashlab/experiments/internal/plan"
)

func TestFullGrids(t *testing.T) { tryGrids(t, plan.Full) }
