package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// terminal opens a pseudo-terminal: what is written to screen can be read from keyboard's side.
func terminal(t *testing.T) (reader, screen *os.File) {
	t.Helper()
	reader, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { reader.Close() })
	if err := unix.IoctlSetPointerInt(int(reader.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(reader.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	screen, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { screen.Close() })
	size := &unix.Winsize{Row: 24, Col: 120}
	if err := unix.IoctlSetWinsize(int(screen.Fd()), unix.TIOCSWINSZ, size); err != nil {
		t.Fatal(err)
	}
	return reader, screen
}

// onTerminal runs some work with a terminal for its messages and returns what the terminal got.
func onTerminal(t *testing.T, environment ...string) string {
	t.Helper()
	reader, screen := terminal(t)
	cmd := exec.Command("hashlab", someWork(t.TempDir(), "0.01,0.02")...)
	cmd.Stderr = screen
	cmd.Env = append(os.Environ(), environment...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	screen.Close()
	var shown bytes.Buffer
	// A pseudo-terminal whose other side is closed gives EIO.
	if _, err := io.Copy(&shown, reader); err != nil && !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, shown.String())
	}
	return shown.String()
}

var colour = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// A terminal gets a bar without colours, so there are none to switch off; one that cannot move its cursor gets no bar.
func TestTerminal(t *testing.T) {
	for _, tt := range []struct {
		name        string
		environment []string
		bar         bool
	}{
		{"terminal", []string{"TERM=xterm-256color", "NO_COLOR="}, true},
		{"no colour", []string{"TERM=xterm-256color", "NO_COLOR=1"}, true},
		{"dumb", []string{"TERM=dumb"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			shown := onTerminal(t, tt.environment...)
			moves := strings.Contains(shown, "\x1b[")
			if moves != tt.bar || tt.bar && !strings.Contains(shown, "/24 points") {
				t.Errorf("a bar: got %v, want %v; shown: %.300q", moves, tt.bar, shown)
			}
			if colour.MatchString(shown) {
				t.Errorf("it is coloured: %.300q", shown)
			}
		})
	}
}
