package cachetier

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// TestMain is the tests, or, where it is called memcached, a server that knows as much of memcached's protocol as the
// client asks for. So what happens to servers is tested where none is installed.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == backendMemcached {
		if err := standIn(os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// standIn serves on the address that memcached's flags name until it is killed. It leaves a file named by its process
// id, with its address, in the folder that $STAND_IN names.
func standIn(args []string) error {
	flags := flag.NewFlagSet(backendMemcached, flag.ContinueOnError)
	address, port := flags.String("l", "", ""), flags.String("p", "", "")
	for _, name := range []string{"U", "m", "t", "c"} {
		flags.String(name, "", "")
	}
	if err := flags.Parse(args); err != nil {
		return err
	}
	l, err := net.Listen("tcp", net.JoinHostPort(*address, *port))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(os.Getenv("STAND_IN"), fmt.Sprint(os.Getpid())), []byte(l.Addr().String()), 0o600); err != nil {
		return err
	}
	var held sync.Map
	for {
		c, err := l.Accept()
		if err != nil {
			return err
		}
		go serve(c, &held)
	}
}

// serve answers version, gets and set until the client goes.
func serve(c net.Conn, held *sync.Map) {
	defer c.Close()
	in := bufio.NewReader(c)
	for {
		line, err := in.ReadString('\n')
		words := strings.Fields(line)
		if err != nil || len(words) == 0 {
			return
		}
		switch words[0] {
		case "version":
			fmt.Fprint(c, "VERSION 0\r\n")
		case "get", "gets":
			if value, ok := held.Load(words[1]); ok {
				fmt.Fprintf(c, "VALUE %s 0 %d 1\r\n%s\r\n", words[1], len(value.(string)), value)
			}
			fmt.Fprint(c, "END\r\n")
		case "set":
			var flags, age, size int
			if _, err := fmt.Sscan(strings.Join(words[2:], " "), &flags, &age, &size); err != nil {
				return
			}
			value := make([]byte, size+2)
			if _, err := io.ReadFull(in, value); err != nil {
				return
			}
			held.Store(words[1], string(value[:size]))
			fmt.Fprint(c, "STORED\r\n")
		}
	}
}

// withStandIn puts the stand-in on the path as memcached, and shortens the course. It returns the folder in which each
// server that is started leaves its process id.
func withStandIn(t *testing.T) (pids string) {
	t.Helper()
	path, pids := t.TempDir(), t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(path, backendMemcached)); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", path)
	t.Setenv("STAND_IN", pids)
	before, user := wallPhases, serverUser
	t.Cleanup(func() { wallPhases, serverUser = before, user })
	serverUser = "" // another could not enter the folder of the stand-in
	wallPhases = phases{mean: 1, join: 2, die: 3, end: 5}
	return pids
}

func onMemcached() record.Key {
	return record.Key{Factors: good().With("backend", backendMemcached).With("objects", "200").With("rate", "200"), Seed: 1}
}

// servers returns the processes that were started and the addresses on which they listened.
func servers(t *testing.T, pids string) (all []*os.Process, addresses []string) {
	t.Helper()
	files, err := os.ReadDir(pids)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		var pid int
		if _, err := fmt.Sscan(f.Name(), &pid); err != nil {
			t.Fatal(err)
		}
		p, err := os.FindProcess(pid)
		if err != nil {
			t.Fatal(err)
		}
		address, err := os.ReadFile(filepath.Join(pids, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all, addresses = append(all, p), append(addresses, string(address))
	}
	return all, addresses
}

// gone fails where any of the servers can still be reached, or listened elsewhere than on the loopback.
func gone(t *testing.T, pids string) {
	t.Helper()
	all, addresses := servers(t, pids)
	if len(all) != nodesBefore+1 {
		t.Errorf("%d servers were started, want %d", len(all), nodesBefore+1)
	}
	for _, address := range addresses {
		if !strings.HasPrefix(address, "127.0.0.1:") {
			t.Errorf("a server listened on %s", address)
		}
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			t.Errorf("the server on %s is still there", address)
		}
	}
}

// TestStandIn runs a course to its end, the death of a node included.
func TestStandIn(t *testing.T) {
	pids := withStandIn(t)
	got, err := Experiment.Run(t.Context(), plan.Scope{Profile: plan.Smoke, Seed: 1}, onMemcached())
	if err != nil {
		t.Fatal(err)
	}
	if p := got.(record.CachetierPayload).Point; !(p.HitBefore > 0.2) {
		t.Errorf("a hit ratio of %v", p.HitBefore)
	}
	gone(t, pids)
}

// TestServerDies kills a server that the course needs: the point fails with an error that names the node, and no
// other server is left.
func TestServerDies(t *testing.T) {
	pids := withStandIn(t)
	go func() {
		time.Sleep(500 * time.Millisecond)
		all, _ := servers(t, pids)
		for _, p := range all[:min(3, len(all))] {
			p.Kill()
		}
	}()
	_, err := Experiment.Run(t.Context(), plan.Scope{Profile: plan.Smoke, Seed: 1}, onMemcached())
	if err == nil || !strings.Contains(err.Error(), "node ") || !strings.Contains(err.Error(), "127.0.0.1:") {
		t.Errorf("got %v, want an error that names the node and its address", err)
	}
	gone(t, pids)
}

// TestServersInterrupted cancels a course: no server is left.
func TestServersInterrupted(t *testing.T) {
	pids := withStandIn(t)
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	if _, err := Experiment.Run(ctx, plan.Scope{Profile: plan.Smoke, Seed: 1}, onMemcached()); err == nil {
		t.Error("a cancelled course ended without an error")
	}
	gone(t, pids)
}
