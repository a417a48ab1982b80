package machine

import (
	"testing"

	"github.com/klauspost/cpuid/v2"
)

func TestFeatures(t *testing.T) {
	tests := []struct {
		name string
		all  []string
		want string
	}{
		{"features=none", nil, Unknown},
		{"features=useless", []string{"NX", "CMOV"}, Unknown},
		{"features=mixed", []string{"SHA", "NX", "AVX512F", "AESNI", "AVX2"}, "aesni avx2 avx512f sha"},
	}
	for _, test := range tests {
		if got := features(test.all); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestHypervisorAndStepping(t *testing.T) {
	nothing := cpuid.CPUInfo{}
	metal := cpuid.CPUInfo{Family: 6}
	guest := cpuid.CPUInfo{Family: 6, Stepping: 2, HypervisorVendorString: "KVMKVMKVM"}
	tests := []struct {
		name                 string
		cpu                  cpuid.CPUInfo
		hypervisor, stepping string
	}{
		{"cpu=not readable", nothing, Unknown, Unknown},
		{"cpu=bare metal", metal, "none", "0"},
		{"cpu=guest", guest, "KVMKVMKVM", "2"},
	}
	for _, test := range tests {
		if got := hypervisor(test.cpu); got != test.hypervisor {
			t.Errorf("%s: hypervisor %q, want %q", test.name, got, test.hypervisor)
		}
		if got := stepping(test.cpu); got != test.stepping {
			t.Errorf("%s: stepping %q, want %q", test.name, got, test.stepping)
		}
	}
}

func TestCacheBytes(t *testing.T) {
	l1, l2, l3 := CacheBytes()
	for name, size := range map[string]int64{"L1": l1, "L2": l2, "L3": l3} {
		if size < 0 {
			t.Errorf("%s: got %d, want 0 where unknown", name, size)
		}
	}
	if l1 > 0 && l2 > 0 && l1 > l2 {
		t.Errorf("L1 of %d bytes is larger than L2 of %d", l1, l2)
	}
	if got := readHardware().L1; got != positive(l1) {
		t.Errorf("fingerprint: L1 %q, want %q", got, positive(l1))
	}
}

func TestKnownAndPositive(t *testing.T) {
	for text, want := range map[string]string{"": Unknown, " \n": Unknown, " a b\n": "a b"} {
		if got := known(text); got != want {
			t.Errorf("known(%q): got %q, want %q", text, got, want)
		}
	}
	for n, want := range map[int64]string{-1: Unknown, 0: Unknown, 42: "42"} {
		if got := positive(n); got != want {
			t.Errorf("positive(%d): got %q, want %q", n, got, want)
		}
	}
}
