package machine

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
)

// Toolchain is how the program was built and how its runtime is set.
type Toolchain struct {
	Version      string            `json:"version"`
	GOAMD64      string            `json:"goamd64"`      // or the level of another architecture, with its name
	GOEXPERIMENT string            `json:"goexperiment"` // "none" where the build sets none
	Flags        string            `json:"build_flags"`  // those that change the code, "none" where there are none
	PGO          string            `json:"pgo"`          // "yes" or "no"
	GOGC         string            `json:"gogc"`         // percent or "off", as it is in force
	GOMEMLIMIT   string            `json:"gomemlimit"`   // bytes or "off", as it is in force
	GOMAXPROCS   string            `json:"gomaxprocs"`
	CPUs         string            `json:"cpus"`    // that the process may use
	Modules      map[string]string `json:"modules"` // versions by module path; empty in a test binary
}

// codeFlags are the build settings that change the code.
var codeFlags = []string{"-asan", "-gcflags", "-msan", "-race", "-tags", "CGO_ENABLED"}

// readToolchain takes what the binary says of its build; nil where it says nothing.
func readToolchain(build *debug.BuildInfo) Toolchain {
	gogc, limit := runtimeLimits()
	t := Toolchain{
		Version: runtime.Version(),
		GOAMD64: Unknown, GOEXPERIMENT: Unknown, Flags: Unknown, PGO: Unknown,
		GOGC: gogc, GOMEMLIMIT: limit,
		GOMAXPROCS: strconv.Itoa(runtime.GOMAXPROCS(0)),
		CPUs:       strconv.Itoa(runtime.NumCPU()),
		Modules:    map[string]string{},
	}
	if build == nil {
		return t
	}
	settings := map[string]string{}
	for _, s := range build.Settings {
		settings[s.Key] = s.Value
	}
	t.GOAMD64 = level(settings)
	t.GOEXPERIMENT = or(settings["GOEXPERIMENT"], "none")
	t.Flags = or(flags(settings), "none")
	t.PGO = "no"
	if settings["-pgo"] != "" {
		t.PGO = "yes" // its value is a path
	}
	for _, module := range build.Deps {
		t.Modules[module.Path] = version(module)
	}
	return t
}

func level(settings map[string]string) string {
	if v := settings["GOAMD64"]; v != "" {
		return v
	}
	for _, name := range []string{"GOARM64", "GORISCV64", "GOPPC64"} {
		if v := settings[name]; v != "" {
			return name + "=" + v
		}
	}
	return Unknown
}

func flags(settings map[string]string) string {
	var set []string
	for _, name := range codeFlags {
		value := settings[name]
		if strings.ContainsAny(value, `/\`) {
			value = "set" // a path may name the user
		}
		if value != "" {
			set = append(set, name+"="+value)
		}
	}
	return strings.Join(set, " ")
}

// version leaves out what a module is replaced by: it may be a path.
func version(module *debug.Module) string {
	if module.Replace != nil {
		return or(module.Replace.Version, "local") + " (replaced)"
	}
	return known(module.Version)
}

// runtimeLimits returns the settings in force, which differ from the environment where the program has set them.
func runtimeLimits() (gogc, memoryLimit string) {
	samples := []metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"}}
	metrics.Read(samples)
	return limit(samples[0].Value, math.MaxInt32), limit(samples[1].Value, math.MaxInt64)
}

// limit returns the value as text, "off" from top upwards: the runtime shows what is off as the largest number.
func limit(value metrics.Value, top uint64) string {
	switch {
	case value.Kind() != metrics.KindUint64:
		return Unknown
	case value.Uint64() >= top:
		return "off"
	}
	return strconv.FormatUint(value.Uint64(), 10)
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
