package cachetier

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
	"time"

	"github.com/bradfitz/gomemcache/memcache"
	"github.com/redis/go-redis/v9"

	"hashlab/experiments/internal/keys"
)

// The backends.
const (
	backendLRU       = "lru" // in this process, in virtual time
	backendMemcached = "memcached"
	backendRedis     = "redis"
)

var backends = []string{backendLRU, backendMemcached, backendRedis}

// A server is a process that was started for one point: it listens on a free port of the loopback alone.
type server struct {
	kind    string
	command *exec.Cmd
	ended   chan struct{}
	remote  *remote
}

// openServers starts a server for every node. The returned function ends those that still run.
func (c *course) openServers(ctx context.Context) (stop func(), err error) {
	var servers []*server
	stop = func() {
		for _, s := range servers {
			s.end()
		}
	}
	for range c.ids {
		s, err := start(ctx, c.backend, c.w.keys)
		if err != nil {
			stop()
			return nil, err
		}
		servers = append(servers, s)
		c.t.caches = append(c.t.caches, s.remote)
	}
	c.kill = func(node int) error {
		servers[node].end()
		return nil
	}
	return stop, nil
}

// start starts a server. A program that is not installed is an error that says so.
func start(ctx context.Context, kind string, k keys.Stream) (*server, error) {
	program := map[string]string{backendMemcached: "memcached", backendRedis: "redis-server"}[kind]
	if _, err := exec.LookPath(program); err != nil {
		return nil, fmt.Errorf("%s is not installed; scripts/cachetier-servers.sh --install installs it", program)
	}
	var err error
	for range 3 { // another process may take a port between the look and the start
		var s *server
		if s, err = try(ctx, kind, program, k); err == nil {
			return s, nil
		}
	}
	return nil, err
}

func try(ctx context.Context, kind, program string, k keys.Stream) (*server, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	args := []string{"--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--daemonize", "no",
		"--maxmemory", "64mb", "--maxmemory-policy", "allkeys-lru"}
	if kind == backendMemcached {
		args = []string{"-l", "127.0.0.1", "-p", port, "-U", "0", "-m", "64", "-t", "1", "-c", "64"}
	}
	s := &server{kind: kind, command: exec.CommandContext(ctx, program, args...), ended: make(chan struct{})}
	s.command.Dir = "/"
	if s.command.SysProcAttr, err = subordinate(); err != nil {
		return nil, fmt.Errorf("%s: %w", program, err)
	}
	if err := s.command.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", program, err)
	}
	go func() {
		s.command.Wait() // how it ended does not matter: a look-up that fails says so
		close(s.ended)
	}()
	s.remote = connect(kind, "127.0.0.1:"+port, k)
	for deadline := time.Now().Add(5 * time.Second); ; {
		if err = s.remote.ping(); err == nil {
			return s, nil
		}
		select {
		case <-s.ended:
			return nil, fmt.Errorf("%s on port %s ended before it answered", program, port)
		case <-time.After(20 * time.Millisecond):
		}
		if time.Now().After(deadline) || ctx.Err() != nil {
			s.end()
			return nil, errors.Join(fmt.Errorf("%s on port %s does not answer: %w", program, port, err), ctx.Err())
		}
	}
}

// serverUser is whom servers run as where this process is root's, "" for root itself.
var serverUser = "nobody"

// subordinate returns what makes a process run as serverUser, and end with this one where the system can see to that:
// a run that is killed cannot end its servers.
func subordinate() (*syscall.SysProcAttr, error) {
	attributes := withParent()
	if os.Getuid() != 0 || serverUser == "" {
		return attributes, nil
	}
	u, err := user.Lookup(serverUser)
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	attributes.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return attributes, nil
}

// freePort returns a port of the loopback that nobody listens on.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port), nil
}

// end kills the process, waits for it and closes the connections. It may be called again.
func (s *server) end() {
	if s.command.Process != nil {
		s.command.Process.Kill() // it may have ended already
		<-s.ended
	}
	s.remote.close()
}

// remote is a cache on a server: it stores a key under itself, with a short value.
type remote struct {
	name      string // kind and address
	keys      keys.Stream
	memcached *memcache.Client // one of these two
	redis     *redis.Client    //
}

const timeout = 2 * time.Second

func connect(kind, address string, k keys.Stream) *remote {
	if kind == backendMemcached {
		c := memcache.New(address)
		c.Timeout = timeout
		return &remote{name: kind + " on " + address, keys: k, memcached: c}
	}
	return &remote{name: kind + " on " + address, keys: k, redis: redis.NewClient(&redis.Options{Addr: address, ReadTimeout: timeout, WriteTimeout: timeout, MaxRetries: -1})}
}

func (r *remote) ping() error {
	if r.memcached != nil {
		return r.memcached.Ping()
	}
	return r.redis.Ping(context.Background()).Err()
}

func (r *remote) lookup(key uint32) (bool, error) {
	name := string(r.keys.Append(nil, uint64(key)))
	if r.memcached != nil {
		_, err := r.memcached.Get(name)
		if errors.Is(err, memcache.ErrCacheMiss) {
			return false, nil
		}
		return err == nil, r.failed(err)
	}
	err := r.redis.Get(context.Background(), name).Err()
	if errors.Is(err, redis.Nil) {
		return false, nil
	}
	return err == nil, r.failed(err)
}

// failed names the server in an error of its client.
func (r *remote) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", r.name, err)
}

func (r *remote) store(key uint32) error {
	name := string(r.keys.Append(nil, uint64(key)))
	if r.memcached != nil {
		return r.failed(r.memcached.Set(&memcache.Item{Key: name, Value: []byte("profile")}))
	}
	return r.failed(r.redis.Set(context.Background(), name, "profile", 0).Err())
}

func (r *remote) close() {
	if r.memcached != nil {
		r.memcached.Close()
		return
	}
	r.redis.Close()
}
