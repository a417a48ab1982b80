package machine

import (
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

const cgroups = "sys/fs/cgroup"

// controlGroups returns the folders of the groups that bound the process's CPU time, from its own up to the
// root: those of version 2 and, where the cpu controller is still on version 1, those of that.
func controlGroups(root fs.FS) []string {
	text, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return nil
	}
	var folders []string
	for row := range strings.Lines(string(text)) {
		fields := strings.SplitN(strings.TrimSpace(row), ":", 3)
		if len(fields) != 3 {
			continue
		}
		mount := ""
		switch {
		case fields[0] == "0":
			mount = cgroups
		case slices.Contains(strings.Split(fields[1], ","), "cpu"):
			mount = path.Join(cgroups, "cpu")
		default:
			continue
		}
		// Seen from inside a container the path may name folders that are not mounted; the root always is.
		for group := path.Clean("/" + fields[2]); ; group = path.Dir(group) {
			folders = append(folders, path.Join(mount, group))
			if group == "/" {
				break
			}
		}
	}
	return folders
}

// cpuQuota returns "quota period", in microseconds, of the group with the least quota a period, "max" where
// groups set none, and "unknown" where no group can be read.
func cpuQuota(root fs.FS) string {
	least, text := 0.0, Unknown
	for _, folder := range controlGroups(root) {
		quota, period := line(root, path.Join(folder, "cpu.max")), ""
		if quota != Unknown {
			quota, period, _ = strings.Cut(quota, " ")
		} else {
			quota, period = line(root, path.Join(folder, "cpu.cfs_quota_us")), line(root, path.Join(folder, "cpu.cfs_period_us"))
		}
		if (quota == "max" || quota == "-1") && text == Unknown {
			text = "max"
		}
		q, err1 := strconv.ParseFloat(quota, 64)
		p, err2 := strconv.ParseFloat(period, 64)
		if err1 != nil || err2 != nil || !(q > 0 && p > 0) {
			continue
		}
		if least == 0 || q/p < least {
			least, text = q/p, quota+" "+period
		}
	}
	return text
}

// throttled returns how many periods any of the groups has spent its quota in, -1 where none counts that.
func throttled(root fs.FS) int64 {
	sum, counted := int64(0), false
	for _, folder := range controlGroups(root) {
		text, err := fs.ReadFile(root, path.Join(folder, "cpu.stat"))
		if err != nil {
			continue
		}
		for row := range strings.Lines(string(text)) {
			if value, found := strings.CutPrefix(row, "nr_throttled "); found {
				if n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64); err == nil {
					sum, counted = sum+n, true
				}
			}
		}
	}
	if !counted {
		return NotCounted
	}
	return sum
}
