package hashtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// Rerun runs the program of this process again, with other arguments and with variables of the form NAME=VALUE
// besides the environment's, and returns what it prints. A test binary of another architecture, which itself runs
// under the emulator qemu-user, is run by that emulator again. Errors are those of starting and ending it.
func Rerun(variables []string, args ...string) ([]byte, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	out, err := output(variables, program, args...)
	if !errors.Is(err, syscall.ENOEXEC) {
		return out, err
	}
	emulator, found := map[string]string{"arm64": "qemu-aarch64-static"}[runtime.GOARCH]
	if !found {
		return nil, fmt.Errorf("no emulator is known for %s: %w", runtime.GOARCH, err)
	}
	return output(variables, emulator, append([]string{program}, args...)...)
}

func output(variables []string, program string, args ...string) ([]byte, error) {
	child := exec.Command(program, args...)
	child.Env = append(os.Environ(), variables...)
	return child.Output()
}
