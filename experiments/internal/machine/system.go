package machine

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/shirou/gopsutil/v4/host"
	"github.com/shirou/gopsutil/v4/load"
	"github.com/shirou/gopsutil/v4/mem"
)

// System is the state of the operating system at the time of Read.
type System struct {
	Kernel       string `json:"kernel"`
	Distribution string `json:"distribution"`
	Memory       string `json:"ram_bytes"`
	CPUQuota     string `json:"cgroup_cpu_max"`         // "quota period" in microseconds of the tightest group; "max": none
	Microcode    string `json:"microcode"`              // revision
	Governor     string `json:"governor"`               // of all CPUs, several where they differ
	Turbo        string `json:"turbo"`                  // "on" or "off"
	SMT          string `json:"smt"`                    // "on" or "off"
	HugePages    string `json:"transparent_huge_pages"` // mode: always, madvise, never
	ClockSource  string `json:"clock_source"`
	Load         string `json:"load_average"` // over 1, 5 and 15 minutes
}

// readSystem probes the system whose files are under root, which is / except in tests.
func readSystem(root fs.FS) System {
	const cpus = "sys/devices/system/cpu/"
	s := System{
		Kernel: Unknown, Distribution: Unknown, Memory: Unknown, Load: Unknown,
		CPUQuota:    cpuQuota(root),
		Microcode:   microcode(root),
		Governor:    governor(root),
		Turbo:       turbo(root),
		SMT:         onOff(line(root, cpus+"smt/active"), "1", "0"),
		HugePages:   chosen(line(root, "sys/kernel/mm/transparent_hugepage/enabled")),
		ClockSource: line(root, "sys/devices/system/clocksource/clocksource0/current_clocksource"),
	}
	if kernel, err := host.KernelVersion(); err == nil {
		s.Kernel = known(kernel)
	}
	if name, _, version, err := host.PlatformInformation(); err == nil {
		s.Distribution = known(name + " " + version)
	}
	if memory, err := mem.VirtualMemory(); err == nil {
		s.Memory = positive(int64(memory.Total))
	}
	if average, err := load.Avg(); err == nil {
		s.Load = fmt.Sprintf("%.2f %.2f %.2f", average.Load1, average.Load5, average.Load15)
	}
	return s
}

// line returns the first line of a file, or "unknown".
func line(root fs.FS, file string) string {
	text, err := fs.ReadFile(root, file)
	if err != nil {
		return Unknown
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return known(first)
}

// chosen returns the word in brackets of "always [madvise] never".
func chosen(text string) string {
	_, after, _ := strings.Cut(text, "[")
	word, _, found := strings.Cut(after, "]")
	if !found {
		return Unknown
	}
	return known(word)
}

func onOff(text, on, off string) string {
	switch text {
	case on:
		return "on"
	case off:
		return "off"
	}
	return Unknown
}

func governor(root fs.FS) string {
	files, err := fs.Glob(root, "sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor")
	if err != nil {
		return Unknown
	}
	var governors []string
	for _, file := range files {
		governors = append(governors, line(root, file))
	}
	slices.Sort(governors)
	return known(strings.Join(slices.Compact(governors), " "))
}

// turbo asks Intel's own driver first, whose switch is the other way round.
func turbo(root fs.FS) string {
	const cpus = "sys/devices/system/cpu/"
	if state := onOff(line(root, cpus+"intel_pstate/no_turbo"), "0", "1"); state != Unknown {
		return state
	}
	return onOff(line(root, cpus+"cpufreq/boost"), "1", "0")
}

func microcode(root fs.FS) string {
	text, err := fs.ReadFile(root, "proc/cpuinfo")
	if err != nil {
		return Unknown
	}
	for row := range strings.Lines(string(text)) {
		if key, value, found := strings.Cut(row, ":"); found && strings.TrimSpace(key) == "microcode" {
			return known(value)
		}
	}
	return Unknown
}
