package machine

import (
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// Hardware is what stays the same from run to run. As elsewhere here, every fact is text, "unknown" where it
// could not be read.
type Hardware struct {
	Arch       string `json:"goarch"`
	Vendor     string `json:"cpu_vendor"`
	Brand      string `json:"cpu_brand"`
	Family     string `json:"cpu_family"`
	Model      string `json:"cpu_model"`
	Stepping   string `json:"cpu_stepping"`
	Cores      string `json:"cores"`        // physical, of one package
	Threads    string `json:"threads"`      // logical, of one package
	L1         string `json:"l1_bytes"`     // first-level data cache of a core
	L2         string `json:"l2_bytes"`     // of a core, or of those that share it
	L3         string `json:"l3_bytes"`     // of those that share it
	CacheLine  string `json:"line_bytes"`   // what moves between them
	Features   string `json:"cpu_features"` // those that hashes and filters can use, in lower case
	Hypervisor string `json:"hypervisor"`   // "none" on bare metal
}

// usefulFeatures are the beginnings of cpuid's names of what hashes and filters can use.
var usefulFeatures = []string{
	"AES", "AVX", "BMI", "CLMUL", "CRC32", "GFNI", "LZCNT", "POPCNT", "SHA", "SSE42", "SSSE3", "VAES", "VPCLMUL", // amd64
	"ASIMD", "ATOMICS", "PMULL", "SVE", // arm64
}

func readHardware() Hardware {
	cpu := cpuid.CPU
	l1, l2, l3 := CacheBytes()
	return Hardware{
		Arch:       runtime.GOARCH,
		Vendor:     known(cpu.VendorString),
		Brand:      known(cpu.BrandName),
		Family:     positive(int64(cpu.Family)),
		Model:      positive(int64(cpu.Model)),
		Stepping:   stepping(cpu),
		Cores:      positive(int64(cpu.PhysicalCores)),
		Threads:    positive(int64(cpu.LogicalCores)),
		L1:         positive(l1),
		L2:         positive(l2),
		L3:         positive(l3),
		CacheLine:  positive(int64(cpu.CacheLine)),
		Features:   features(cpu.FeatureSet()),
		Hypervisor: hypervisor(cpu),
	}
}

// CacheBytes returns the sizes of the data caches in bytes, 0 for one that is not there or not known: the first
// level of a core, the second of those that share it, the third of those that share it. A virtual machine may
// show the third level of the whole host.
func CacheBytes() (l1, l2, l3 int64) {
	cache := cpuid.CPU.Cache
	return int64(max(0, cache.L1D)), int64(max(0, cache.L2)), int64(max(0, cache.L3))
}

func features(all []string) string {
	var useful []string
	for _, name := range all {
		if slices.ContainsFunc(usefulFeatures, func(start string) bool { return strings.HasPrefix(name, start) }) {
			useful = append(useful, strings.ToLower(name))
		}
	}
	slices.Sort(useful)
	return known(strings.Join(useful, " "))
}

// stepping is 0 for the first stepping of a model, so it is known whenever the family is.
func stepping(cpu cpuid.CPUInfo) string {
	if cpu.Family <= 0 {
		return Unknown
	}
	return strconv.Itoa(cpu.Stepping)
}

func hypervisor(cpu cpuid.CPUInfo) string {
	if cpu.HypervisorVendorString == "" && cpu.Family > 0 && !cpu.Supports(cpuid.HYPERVISOR) {
		return "none"
	}
	return known(cpu.HypervisorVendorString)
}

// known returns the text without surrounding space, or "unknown" where nothing is left.
func known(text string) string {
	if text = strings.TrimSpace(text); text == "" {
		return Unknown
	}
	return text
}

// positive returns the number as text, or "unknown" where it is not above 0.
func positive(n int64) string {
	if n <= 0 {
		return Unknown
	}
	return strconv.FormatInt(n, 10)
}
