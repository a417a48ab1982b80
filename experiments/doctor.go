package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hashlab/experiments/internal/machine"
	"hashlab/experiments/internal/measure"
)

func newDoctor() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Look at the machine and say what would disturb measurements, and what to do",
		Long: `Doctor looks at what disturbs timings on this machine and at what a run needs. It changes nothing. A warning never
stops a run: timings are compared within one run, and blocks that were disturbed are marked.`,
		Args: takesNone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			doctor(cmd.OutOrStdout())
			return nil
		},
	}
}

// A finding is one line of the doctor: remedy is "" where all is well.
type finding struct{ name, value, remedy string }

func doctor(w io.Writer) {
	warnings := 0
	for _, f := range findings() {
		verdict := "ok  "
		if f.remedy != "" {
			verdict = "warn"
			warnings++
		}
		fmt.Fprintf(w, "%s %-14s %s\n", verdict, f.name, f.value)
		if f.remedy != "" {
			fmt.Fprintf(w, "     %-14s → %s\n", "", f.remedy)
		}
	}
	fmt.Fprintf(w, "%d warnings; machine %s\n", warnings, machine.Read().ID())
}

func findings() []finding {
	m := machine.Read()
	all := []finding{
		unless(m.System.Governor == machine.Unknown || m.System.Governor == "performance", "governor", m.System.Governor,
			"cpupower frequency-set -g performance keeps the clock steady"),
		unless(m.System.Turbo != "on", "turbo", m.System.Turbo, "a clock that rises while the machine is cool favours what runs first"),
		unless(m.System.SMT != "on", "smt", m.System.SMT, "what runs on the sibling thread slows this one"),
		unless(m.System.CPUQuota == machine.Unknown || strings.HasPrefix(m.System.CPUQuota, "max"), "cpu quota", m.System.CPUQuota,
			"a quota stops the process in the middle of samples: raise it"),
		unless(!strings.HasPrefix(m.System.HugePages, "always"), "huge pages", m.System.HugePages, "transparent huge pages come and go: madvise is steadier"),
		unless(m.System.ClockSource == machine.Unknown || m.System.ClockSource == "tsc" || strings.HasPrefix(m.System.ClockSource, "arch"), "clock source",
			m.System.ClockSource, "a clock other than tsc costs more to read; samples are long enough for it"),
		unless(m.Go.GOGC == "100", "GOGC", m.Go.GOGC, "unset it: collection is held off inside samples anyway"),
		unless(m.Go.GOMEMLIMIT == "off", "GOMEMLIMIT", m.Go.GOMEMLIMIT, "unset it: a limit makes collections that others do not have"),
		unless(os.Getenv("GODEBUG") == "", "GODEBUG", or(os.Getenv("GODEBUG"), "unset"), "unset it: it changes the runtime"),
		unless(!strings.Contains(m.Go.Flags, "-race"), "build", m.Go.Flags, "the race detector slows everything: build without it"),
		paths(), load(m.System.Load), clockStep(), disk(), tool("git", "the commit of a run is recorded by it"),
	}
	return append(all, steal())
}

// unless returns a finding that warns where ok is false.
func unless(ok bool, name, value, remedy string) finding {
	if ok {
		remedy = ""
	}
	return finding{name, value, remedy}
}

func or(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

func load(average string) finding {
	first, _, _ := strings.Cut(average, " ")
	one, err := strconv.ParseFloat(first, 64)
	return unless(err != nil || one <= 0.2*float64(runtime.NumCPU()), "load", average, "something else is running: wait for it, or expect wide intervals")
}

func clockStep() finding {
	t, err := measure.NewTimer()
	if err != nil {
		return finding{"timer", err.Error(), "no time can be measured here"}
	}
	return finding{"timer", fmt.Sprintf("a sample lasts at least %v", t.Least()), ""}
}

// steal watches for a moment what the hypervisor gives to others.
func steal() finding {
	before := machine.ReadUsage()
	time.Sleep(300 * time.Millisecond)
	u := machine.ReadUsage().Sub(before)
	return unless(u.Steal <= 0, "steal", u.Steal.String(), "the hypervisor gives this processor to others: expect disturbed blocks")
}

func disk() finding {
	probe, err := os.CreateTemp(".", ".doctor-*")
	if err != nil {
		return finding{"results", "this folder cannot be written to", "give --out a folder that can"}
	}
	name := probe.Name()
	probe.Close()
	os.Remove(name)
	return finding{"results", "this folder can be written to", ""}
}

func tool(name, use string) finding {
	path, err := exec.LookPath(name)
	if err != nil {
		return finding{name, "not found", use}
	}
	return finding{name, filepath.Base(path) + " is there", ""}
}
