package report

import (
	"strings"
	"testing"

	"hashlab/experiments/internal/record"
)

// TestAskedFirst: each answer stands with the rows that bear it out, says what would change it, and is gone with rows
// that do not.
func TestAskedFirst(t *testing.T) {
	filters := evidence{
		implementations: []record.ImplementationRow{
			implementation("filter", "small", "add; delete"), implementation("filter", "quick", "add; delete"), implementation("filter", "plain", "add"), implementation("filter", "x-best", "add; delete"),
		},
		memory: []record.MemoryRow{
			size("small", 0.001, 14), size("quick", 0.001, 21), size("plain", 0.01, 10), size("plain", 0.001, 16), size("x-best", 0.001, 1),
		},
		throughput: []record.ThroughputRow{lookup("small", 80), lookup("quick", 20), lookup("plain", 10), lookup("x-best", 1)},
	}
	rings := evidence{
		implementations: []record.ImplementationRow{implementation("locator", "table", "any node may leave; monotone")},
		balance:         []record.BalanceRow{arcs(160, 1.22), arcs(1000, 1.08), loads("table", 1.07)},
		throughput:      []record.ThroughputRow{locate("table", baseNodes, 5)},
	}
	weak, mixed, good := labelled(weakHash, 0.55, "no"), labelled(weakHash+"-mixed", 0.08, "yes"), labelled(baseHash, 0.08, "yes")
	weak.PeakToAverage = 2.93
	sound := weak
	sound.WithinGate = "yes"
	cases := []struct {
		name         string
		says         func(evidence) string
		holds, fails evidence
		words        []string
	}{
		{"the filter that deletes", deletingFilter, filters, evidence{implementations: filters.implementations[2:], memory: filters.memory}, []string{
			"`small`, 17.5 MB (14.0 bits a key), 80 (76 to 84) ns", "`quick`: 0.25 × time, 1.50 × memory", "Without deletes, `plain`: 20.0 MB",
		}},
		{"the number of vnodes", vnodesWanted, rings, evidence{balance: []record.BalanceRow{arcs(160, 1.22), arcs(400, 1.13)}}, []string{
			"665 a node on `ring-vnodes` by exact theory", "1,000 a node give 1.080", "160 still 1.220", "On 10 nodes 248 do, on 1,000 it takes 1,115", "`table` has 1.07",
		}},
		{"labels under FNV-1a", labelRule, evidence{balance: []record.BalanceRow{weak, mixed, good}}, evidence{balance: []record.BalanceRow{sound, mixed, good}}, []string{
			"not safe", "2.93 times the mean", "1 of 1 shapes", "`fnv1a-64-mixed` has 1.20",
		}},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			got := tc.says(tc.holds)
			for _, words := range tc.words {
				if !strings.Contains(got, words) {
					t.Errorf("got %q, want it to say %q", got, words)
				}
			}
			for what, e := range map[string]evidence{"it does not hold": tc.fails, "nothing was measured": {}} {
				if got := tc.says(e); got != "" {
					t.Errorf("says %q where %s", got, what)
				}
			}
		})
	}
}

// TestTheoryOfVnodesMustFit: theory is told only where it agrees with what was measured.
func TestTheoryOfVnodesMustFit(t *testing.T) {
	got := vnodesWanted(evidence{balance: []record.BalanceRow{arcs(160, 1.22), arcs(400, 1.09)}})
	if strings.Contains(got, "theory") || !strings.Contains(got, "400 a node give 1.090") {
		t.Errorf("got %q, want what was measured without a theory that says 665", got)
	}
}
