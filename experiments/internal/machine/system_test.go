package machine

import (
	"testing"
	"testing/fstest"
	"time"
)

// tree returns a file system of the given files and texts.
func tree(files map[string]string) fstest.MapFS {
	root := fstest.MapFS{}
	for name, text := range files {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return root
}

const cpus = "sys/devices/system/cpu/"

func TestSystemFiles(t *testing.T) {
	s := readSystem(tree(map[string]string{
		cpus + "cpu0/cpufreq/scaling_governor":                            "performance\n",
		cpus + "cpu1/cpufreq/scaling_governor":                            "powersave\n",
		cpus + "cpu10/cpufreq/scaling_governor":                           "performance\n",
		cpus + "intel_pstate/no_turbo":                                    "1\n",
		cpus + "smt/active":                                               "1\n",
		"sys/kernel/mm/transparent_hugepage/enabled":                      "always [madvise] never\n",
		"sys/devices/system/clocksource/clocksource0/current_clocksource": "kvm-clock\n",
		"proc/cpuinfo":          "processor\t: 0\nmicrocode\t: 0x2b\n\nprocessor\t: 1\nmicrocode\t: 0x2b\n",
		"proc/self/cgroup":      "0::/\n",
		"sys/fs/cgroup/cpu.max": "max 100000\n",
	}))
	for _, fact := range []struct{ name, got, want string }{
		{"governor", s.Governor, "performance powersave"},
		{"turbo", s.Turbo, "off"},
		{"SMT", s.SMT, "on"},
		{"huge pages", s.HugePages, "madvise"},
		{"clock source", s.ClockSource, "kvm-clock"},
		{"microcode", s.Microcode, "0x2b"},
		{"CPU quota", s.CPUQuota, "max"},
	} {
		if fact.got != fact.want {
			t.Errorf("%s: got %q, want %q", fact.name, fact.got, fact.want)
		}
	}
}

func TestSystemFilesAbsent(t *testing.T) {
	root := tree(nil)
	s := readSystem(root)
	for name, got := range map[string]string{
		"governor": s.Governor, "turbo": s.Turbo, "SMT": s.SMT, "huge pages": s.HugePages,
		"clock source": s.ClockSource, "microcode": s.Microcode, "CPU quota": s.CPUQuota,
	} {
		if got != Unknown {
			t.Errorf("%s: got %q, want %q", name, got, Unknown)
		}
	}
	if got := steal(root); got != NotCounted {
		t.Errorf("steal: got %v, want NotCounted", got)
	}
	if got := throttled(root); got != NotCounted {
		t.Errorf("throttled: got %v, want NotCounted", got)
	}
}

func TestTurbo(t *testing.T) {
	tests := []struct{ file, text, want string }{
		{"intel_pstate/no_turbo", "0\n", "on"},
		{"intel_pstate/no_turbo", "1\n", "off"},
		{"cpufreq/boost", "1\n", "on"},
		{"cpufreq/boost", "0\n", "off"},
		{"cpufreq/boost", "?\n", Unknown},
	}
	for _, test := range tests {
		if got := turbo(tree(map[string]string{cpus + test.file: test.text})); got != test.want {
			t.Errorf("%s = %q: got %q, want %q", test.file, test.text, got, test.want)
		}
	}
}

func TestControlGroups(t *testing.T) {
	const v2, v1 = "0::/a/b\n", "4:memory:/x\n3:cpu,cpuacct:/a/b\n"
	tests := []struct {
		name      string
		files     map[string]string
		quota     string
		throttled int64
	}{
		{"v2=own quota", map[string]string{
			"proc/self/cgroup":           v2,
			"sys/fs/cgroup/a/b/cpu.max":  "150000 100000\n",
			"sys/fs/cgroup/a/cpu.max":    "max 100000\n",
			"sys/fs/cgroup/a/b/cpu.stat": "usage_usec 7\nnr_periods 5\nnr_throttled 3\n",
		}, "150000 100000", 3},
		{"v2=parent is tighter", map[string]string{
			"proc/self/cgroup":           v2,
			"sys/fs/cgroup/a/b/cpu.max":  "400000 100000\n",
			"sys/fs/cgroup/a/cpu.max":    "100000 50000\n",
			"sys/fs/cgroup/a/b/cpu.stat": "nr_throttled 3\n",
			"sys/fs/cgroup/a/cpu.stat":   "nr_throttled 4\n",
		}, "100000 50000", 7},
		{"v2=none set", map[string]string{
			"proc/self/cgroup":          v2,
			"sys/fs/cgroup/a/b/cpu.max": "max 100000\n",
		}, "max", NotCounted},
		{"v2=outside the container's view", map[string]string{
			"proc/self/cgroup":      "0::/../../z\n",
			"sys/fs/cgroup/cpu.max": "200000 100000\n",
		}, "200000 100000", NotCounted},
		{"v1=quota", map[string]string{
			"proc/self/cgroup":                        v1,
			"sys/fs/cgroup/cpu/a/b/cpu.cfs_quota_us":  "50000\n",
			"sys/fs/cgroup/cpu/a/b/cpu.cfs_period_us": "100000\n",
			"sys/fs/cgroup/cpu/a/b/cpu.stat":          "nr_periods 9\nnr_throttled 2\nthrottled_time 7\n",
		}, "50000 100000", 2},
		{"v1=none set", map[string]string{
			"proc/self/cgroup":                    v1,
			"sys/fs/cgroup/cpu/cpu.cfs_quota_us":  "-1\n",
			"sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
		}, "max", NotCounted},
		{"files=garbage", map[string]string{
			"proc/self/cgroup":           "nonsense\n0::/a/b\n",
			"sys/fs/cgroup/a/b/cpu.max":  "many\n",
			"sys/fs/cgroup/a/b/cpu.stat": "nr_throttled many\n",
		}, Unknown, NotCounted},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			root := tree(test.files)
			if got := cpuQuota(root); got != test.quota {
				t.Errorf("quota: got %q, want %q", got, test.quota)
			}
			if got := throttled(root); got != test.throttled {
				t.Errorf("throttled: got %d, want %d", got, test.throttled)
			}
		})
	}
}

func TestSteal(t *testing.T) {
	tests := []struct {
		name, text string
		want       time.Duration
	}{
		{"stat=usual", "cpu  3613 0 1127 137573 172 0 62 14 0 0\ncpu0 1 2 3 4 5 6 7 8\n", 140 * time.Millisecond},
		{"stat=old kernel", "cpu 1 2 3 4 5 6 7\n", NotCounted},
		{"stat=other line first", "intr 1 2 3 4 5 6 7 8 9\n", NotCounted},
		{"stat=no number", "cpu 1 2 3 4 5 6 7 x\n", NotCounted},
	}
	for _, test := range tests {
		if got := steal(tree(map[string]string{"proc/stat": test.text})); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}
