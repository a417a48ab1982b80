package main

import (
	"embed"
	"io/fs"
	"path"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"hashlab/experiments/internal/plan"
	"hashlab/impl/all"
	"hashlab/impl/consistent"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// What of the measuring half decides a point's payload. Tables and checks are made from payloads anew each
// time, so their files do not count.
//
//go:embed fpr memory balance remap hashing quality throughput signup cachetier
//go:embed internal/keys internal/measure internal/theory internal/plan internal/quality
var source embed.FS

// measuring returns the digest of the measuring half of an experiment, with the version of Go where it is timed.
func measuring(experiment string) string {
	var names []string
	dirs := []string{experiment, "internal/keys", "internal/measure", "internal/theory", "internal/plan"}
	if experiment == "quality" {
		dirs = append(dirs, "internal/quality") // the battery
	}
	for _, dir := range dirs {
		files, err := fs.Glob(source, path.Join(dir, "*.go"))
		if err != nil {
			panic("main: measuring: " + err.Error()) // the pattern is fixed
		}
		for _, name := range files {
			switch path.Base(name) {
			case "tables.go", "checks.go", "judge.go", "cost.go", "timed.go":
			default:
				names = append(names, name)
			}
		}
	}
	code := all.DigestFiles(source, names) + "-" + all.Contracts()
	if slices.ContainsFunc(experiments, func(e plan.Experiment) bool { return e.Name == experiment && e.Measured }) {
		code += "@" + runtime.Version() // what is timed is what the compiler made of the source
	}
	return code
}

// digest stands for the source of an implementation, and for the version of the module that it adapts.
var digest plan.Digest = func(kind, name string) string {
	text := all.Digest(kind, name)
	if v := moduleVersion(moduleOf(kind, name)); v != "" {
		text += "@" + v
	}
	return text
}

func moduleOf(kind, name string) string {
	switch kind {
	case "hash":
		if e, err := hash.Find(name); err == nil {
			return e.Module
		}
	case "filter":
		if e, err := filter.Find(name); err == nil {
			return e.Module
		}
	case "locator":
		if e, err := consistent.Find(name); err == nil {
			return e.Module
		}
	}
	return ""
}

// moduleVersion returns the version of the module, or of the one that the package path lies in, that this
// program was built with; the Go version for "std"; "" where it is our own or unknown.
func moduleVersion(module string) string {
	switch module {
	case "":
		return ""
	case "std":
		return buildInfo().GoVersion
	}
	for _, m := range buildInfo().Deps {
		if m.Path == module || strings.HasPrefix(module, m.Path+"/") {
			return m.Version
		}
	}
	return ""
}

var buildInfo = sync.OnceValue(func() *debug.BuildInfo {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info
	}
	return &debug.BuildInfo{}
})
