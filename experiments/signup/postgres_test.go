//go:build servers

package signup

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// startPostgres starts a server of its own on a free port of the loopback, as a user that is not root, and
// returns how to reach it. It is stopped when the test ends.
func startPostgres(t *testing.T) (address string) {
	t.Helper()
	address, _ = startPostgresToStop(t)
	return address
}

// startPostgresToStop is startPostgres with a function that stops the server at once.
func startPostgresToStop(t *testing.T) (address string, stop func()) {
	t.Helper()
	initdb, err := exec.LookPath("initdb")
	if err != nil {
		found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // the pattern is fixed
		if len(found) == 0 {
			t.Fatal("PostgreSQL is not installed")
		}
		initdb = slices.Max(found)
	}
	if initdb, err = filepath.EvalSymlinks(initdb); err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp("", "signup-postgres-") // not t.TempDir: the server's user must be able to enter
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	attributes := &syscall.SysProcAttr{}
	if os.Getuid() == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			t.Fatal(err)
		}
		uid, _ := strconv.Atoi(u.Uid) // numbers, on every system that has them
		gid, _ := strconv.Atoi(u.Gid)
		attributes.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(folder, uid, gid); err != nil {
			t.Fatal(err)
		}
	}
	command := func(program string, args ...string) *exec.Cmd {
		c := exec.Command(program, args...)
		c.Dir, c.SysProcAttr = folder, attributes
		return c
	}
	data := filepath.Join(folder, "data")
	if said, err := command(initdb, "-D", data, "-U", "test", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C").CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, said)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	server := command(filepath.Join(filepath.Dir(initdb), "postgres"), "-D", data, "-p", strconv.Itoa(port), "-c", "listen_addresses=127.0.0.1",
		"-c", "unix_socket_directories="+folder)
	var said bytes.Buffer
	server.Stderr = &said
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Signal(os.Interrupt) // a fast shutdown
		server.Wait()
	})
	address = fmt.Sprintf("host=127.0.0.1 port=%d user=test dbname=postgres sslmode=disable", port)
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		if c, err := pgx.Connect(t.Context(), address); err == nil {
			c.Close(t.Context())
			return address, func() { server.Process.Signal(syscall.SIGQUIT) } // an immediate shutdown
		} else if time.Now().After(deadline) {
			t.Fatalf("the server does not answer: %v\n%s", err, said.String())
		}
	}
}

// postgresPoint runs a point of the smoke grid on the server.
func postgresPoint(ctx context.Context, story, guard, hash string) (any, error) {
	st, err := findStory(story)
	if err != nil {
		return nil, err
	}
	f := plan.NewFactors("story", story, "database", databasePostgres, "cache", cacheWarm, "filter", guard, "hash", hash, "key_class", st.class,
		"n", 2_000, "hit_share", 0.5, "target_fpr", 0.01, "queries", 1_000)
	return Experiment.Run(ctx, plan.Scope{Profile: plan.Smoke, Seed: 1}, record.Key{Factors: f, Seed: 1})
}

// TestPostgres runs each story that has a table and holds the results to the experiment's own checks.
func TestPostgres(t *testing.T) {
	t.Setenv(postgresEnv, startPostgres(t))
	var all []json.RawMessage
	for _, run := range []struct{ story, guard, hash string }{
		{"lookups", none, ""}, {"lookups", "bloom-classic", "xxh3"}, {"start", "bloom-classic", "xxh3"}, {"writes", "bloom-classic", "xxh3"},
		{"stale", "bloom-classic", "xxh3"}, {"reloaded", "bloom-classic", "xxh3"}, {"delete", clearing, "xxh3"}, {"delete", "bloom-counting", "xxh3"},
		{"crawler", "bloom-classic", "xxh3"},
	} {
		got, err := postgresPoint(t.Context(), run.story, run.guard, run.hash)
		if err != nil {
			t.Fatalf("%s, %s: %v", run.story, run.guard, err)
		}
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, text)
	}
	got, err := tables(record.Store{}, all)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"signup_postgres.csv", "signup_postgres_noise.csv", "signup_postgres_points.csv", "signup_postgres_times.csv"}; !slices.Equal(slices.Sorted(keysOf(got.Files)), want) {
		t.Errorf("files: got %v, want %v", slices.Sorted(keysOf(got.Files)), want)
	}
	for _, c := range got.Checks {
		if !c.Holds || c.Tests == 0 {
			t.Errorf("%s: %d comparisons, holds %v: %s", c.Check, c.Tests, c.Holds, c.Detail)
		}
	}
}

// TestPostgresDies stops the server in the middle of a point: it fails, with an error that names the database.
func TestPostgresDies(t *testing.T) {
	address, stop := startPostgresToStop(t)
	t.Setenv(postgresEnv, address)
	if _, err := postgresPoint(t.Context(), "start", "bloom-classic", "xxh3"); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(300*time.Millisecond, stop)
	f := endless().With("database", databasePostgres)
	_, err := Experiment.Run(t.Context(), plan.Scope{Profile: plan.Smoke, Seed: 1}, record.Key{Factors: f, Seed: 1})
	if err == nil || !strings.Contains(err.Error(), "postgres: ") {
		t.Errorf("got %v, want an error that names the database", err)
	}
}

func TestPostgresIsGone(t *testing.T) {
	t.Setenv(postgresEnv, "host=127.0.0.1 port=1 user=test dbname=postgres connect_timeout=2 sslmode=disable")
	if _, err := postgresPoint(t.Context(), "writes", none, ""); err == nil {
		t.Error("a point on a server that is not there ended without an error")
	}
}
