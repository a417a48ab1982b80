//go:build servers

package cachetier

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// TestServers runs a short course on memcached and on redis, five servers each, of which one dies on the way: the
// order of modulo and the ring must be that of the virtual runs, and no server may be left.
func TestServers(t *testing.T) {
	before := wallPhases
	defer func() { wallPhases = before }()
	wallPhases = phases{mean: 2, join: 4, die: 7, end: 9}
	for _, backend := range []string{backendMemcached, backendRedis} {
		t.Run("backend="+backend, func(t *testing.T) {
			excesses := map[string]record.Float{}
			for _, locator := range []string{"modulo", "ring-vnodes"} {
				f := good().With("backend", backend).With("locator", locator).With("objects", "500").With("rate", "500")
				if locator == "modulo" {
					f = f.With("vnodes", "0")
				}
				got, err := Experiment.Run(t.Context(), plan.Scope{Profile: plan.Smoke, Seed: 1}, record.Key{Factors: f, Seed: 1})
				if err != nil {
					t.Fatal(err)
				}
				text, err := json.Marshal(got)
				if err != nil {
					t.Fatal(err)
				}
				tables, err := tables(record.Store{}, []json.RawMessage{text})
				if err != nil {
					t.Fatal(err)
				}
				rows, err := record.Decode[record.CachetierRow](tables.Files["cachetier_servers.csv"])
				if err != nil {
					t.Fatal(err)
				}
				excesses[locator] = rows[0].Excess
			}
			if !(excesses["modulo"] > excesses["ring-vnodes"]) {
				t.Errorf("excess of misses: got %v, want more with modulo", excesses)
			}
		})
	}
}

// TestServersAreMissing has no program on the path: the error says what to install.
func TestServersAreMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := exec.LookPath("memcached"); err == nil {
		t.Fatal("memcached is found without a path")
	}
	f := good().With("backend", backendMemcached)
	_, err := Experiment.Run(t.Context(), plan.Scope{Profile: plan.Smoke, Seed: 1}, record.Key{Factors: f, Seed: 1})
	if err == nil || !strings.Contains(err.Error(), "not installed") {
		t.Errorf("got %v, want an error that says that it is not installed", err)
	}
}
