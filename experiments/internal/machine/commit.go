package machine

import (
	"os"
	"os/exec"
	"strings"
)

// Commit asks git for the commit of the checkout that dir lies in, and whether anything in it is not
// committed, files that git does not know included. Without git, or outside a checkout, it returns "unknown"
// and false; where only the state cannot be told, it is taken for dirty. The version that Go stamps into
// binaries is no substitute: it can be switched off, and `go run` leaves it out.
func Commit(dir string) (rev string, dirty bool) {
	rev, err := git(dir, "rev-parse", "--verify", "HEAD")
	if err != nil || rev == "" {
		return Unknown, false
	}
	state, err := git(dir, "status", "--porcelain")
	return rev, err != nil || state != ""
}

func git(dir string, args ...string) (string, error) {
	command := exec.Command("git", append([]string{"-C", dir}, args...)...)
	command.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0") // to look must not get into another's way
	out, err := command.Output()
	return strings.TrimSpace(string(out)), err
}
