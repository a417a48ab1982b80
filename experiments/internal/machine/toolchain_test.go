package machine

import (
	"math"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestToolchainFromBuild(t *testing.T) {
	got := readToolchain(&debug.BuildInfo{
		Settings: []debug.BuildSetting{
			{Key: "-gcflags", Value: "all=-trimpath=/home/someone/src"},
			{Key: "-tags", Value: "purego"},
			{Key: "-ldflags", Value: "-X main.who=someone"},
			{Key: "-pgo", Value: "/home/someone/default.pgo"},
			{Key: "GOAMD64", Value: "v3"},
		},
		Deps: []*debug.Module{
			{Path: "example.org/a", Version: "v1.2.3"},
			{Path: "example.org/b", Version: "v1.0.0", Replace: &debug.Module{Path: "/home/someone/b"}},
			{Path: "example.org/c", Version: "v1.0.0", Replace: &debug.Module{Path: "example.org/d", Version: "v2.0.0"}},
		},
	})
	want := got // what the runtime says is tested below
	want.GOAMD64, want.GOEXPERIMENT, want.PGO = "v3", "none", "yes"
	want.Flags = "-gcflags=set -tags=purego"
	want.Modules = map[string]string{
		"example.org/a": "v1.2.3", "example.org/b": "local (replaced)", "example.org/c": "v2.0.0 (replaced)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestToolchainWithoutBuild(t *testing.T) {
	got := readToolchain(nil)
	if got.GOAMD64 != Unknown || got.Flags != Unknown || got.PGO != Unknown || got.GOEXPERIMENT != Unknown || len(got.Modules) != 0 {
		t.Errorf("got %+v", got)
	}
	if got.Version != runtime.Version() {
		t.Errorf("version: got %q", got.Version)
	}
}

func TestLevel(t *testing.T) {
	tests := []struct {
		settings map[string]string
		want     string
	}{
		{map[string]string{"GOAMD64": "v1"}, "v1"},
		{map[string]string{"GOARM64": "v8.0"}, "GOARM64=v8.0"},
		{nil, Unknown},
	}
	for _, test := range tests {
		if got := level(test.settings); got != test.want {
			t.Errorf("%v: got %q, want %q", test.settings, got, test.want)
		}
	}
}

// What is recorded is what is in force, not what the environment says.
func TestRuntimeSettingsInForce(t *testing.T) {
	gogc, memory, procs := debug.SetGCPercent(150), debug.SetMemoryLimit(1<<40), runtime.GOMAXPROCS(1)
	defer func() {
		debug.SetGCPercent(gogc)
		debug.SetMemoryLimit(memory)
		runtime.GOMAXPROCS(procs)
	}()
	got := readToolchain(nil)
	if got.GOGC != "150" || got.GOMEMLIMIT != strconv.Itoa(1<<40) || got.GOMAXPROCS != "1" {
		t.Errorf("got GOGC %q, GOMEMLIMIT %q, GOMAXPROCS %q", got.GOGC, got.GOMEMLIMIT, got.GOMAXPROCS)
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(math.MaxInt64)
	if got := readToolchain(nil); got.GOGC != "off" || got.GOMEMLIMIT != "off" {
		t.Errorf("switched off: got GOGC %q, GOMEMLIMIT %q", got.GOGC, got.GOMEMLIMIT)
	}
}
