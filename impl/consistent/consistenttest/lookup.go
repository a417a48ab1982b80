package consistenttest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
)

// replicasDistinct demands min(len(dst), N) distinct nodes, the owner first, of every LocateN, and that it
// stops.
func replicasDistinct(s subject) error {
	return within(20*time.Second, func() error {
		for _, n := range []int{0, 1, 2, 3, 8} {
			l, err := s.plain(n)
			if err != nil {
				return err
			}
			for size := range n + 3 {
				if err := distinct(l.(consistent.Locator), size, n); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func distinct(l consistent.Locator, size, n int) error {
	dst := make([]int32, size)
	for _, h := range sample(1000) {
		got := l.LocateN(dst, h)
		if want := min(size, n); got != want {
			return fmt.Errorf("LocateN(%d places, %#x) = %d with %d nodes, want %d", size, h, got, n, want)
		}
		if got > 0 && dst[0] != l.Locate(h) {
			return fmt.Errorf("LocateN(%#x) begins with %d, and Locate gives %d", h, dst[0], l.Locate(h))
		}
		for i, at := range dst[:got] {
			if at < 0 || int(at) >= n || slices.Contains(dst[:i], at) {
				return fmt.Errorf("LocateN(%d places, %#x) gives %v with %d nodes", size, h, dst[:got], n)
			}
		}
	}
	return nil
}

// within returns the error of f, or one that says that f did not end in time.
func within(limit time.Duration, f func() error) error {
	done := make(chan error, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- fmt.Errorf("panic: %v", p)
			}
		}()
		done <- f()
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(limit):
		return fmt.Errorf("does not stop: no end after %v", limit)
	}
}

// replicasNone demands that LocateN returns 0 where the scheme knows no replicas.
func replicasNone(s subject) error {
	l, err := s.plain(3)
	if err != nil {
		return err
	}
	if got := l.(consistent.Locator).LocateN(make([]int32, 2), 1); got != 0 {
		return fmt.Errorf("LocateN = %d, and the scheme declares no replicas", got)
	}
	return nil
}

// bulkEqualsSingle demands of LocateAll what Locate gives, for every short length and some long ones, and
// that it leaves what lies past the hashes alone and refuses a dst that is too short, by a panic.
func bulkEqualsSingle(s subject) error {
	hs := sample(3000)
	for _, n := range []int{0, 1, 10} {
		l, err := s.plain(n)
		if err != nil {
			return err
		}
		for _, size := range append(upTo(70), 511, 512, 513, 1025, len(hs)) {
			dst := make([]int32, size+2)
			dst[size], dst[size+1] = -7, -7
			l.LocateAll(dst, hs[:size])
			for i, h := range hs[:size] {
				if want := l.Locate(h); dst[i] != want {
					return fmt.Errorf("LocateAll over %d gives %d for %#x, and Locate gives %d", size, dst[i], h, want)
				}
			}
			if dst[size] != -7 || dst[size+1] != -7 {
				return fmt.Errorf("LocateAll over %d writes past them", size)
			}
		}
		if !panics(func() { l.LocateAll(make([]int32, len(hs)-1, len(hs)), hs) }) {
			return errors.New("LocateAll takes a dst that is too short")
		}
	}
	return nil
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}

func upTo(n int) []int {
	sizes := make([]int, n+1)
	for i := range sizes {
		sizes[i] = i
	}
	return sizes
}

// formsAgree demands that a key has one owner as bytes and as a string, at every length.
func formsAgree(s subject) error {
	l, err := s.NewKeyed(consistent.Options{}, unitNodes(10))
	if err != nil {
		return err
	}
	key := make([]byte, 0, 301)
	for i := range 301 {
		if got, want := l.LocateString(string(key)), l.Locate(key); got != want {
			return fmt.Errorf("LocateString gives %d for a key of %d bytes, and Locate gives %d", got, i, want)
		}
		key = append(key, byte(hash.Fmix64(uint64(i)+1)))
	}
	return nil
}

// concurrentLookups demands of look-ups at once what they give alone. It runs under the race detector.
func concurrentLookups(s subject) error {
	hs := sample(20_000)
	l, err := s.plain(10)
	if err != nil {
		return err
	}
	want, err := owners(l, hs)
	if err != nil {
		return err
	}
	nodes, errs := l.Nodes(), make([]error, 4)
	var wait sync.WaitGroup
	for w := range errs {
		wait.Go(func() {
			errs[w] = within(time.Minute, func() error {
				dst := make([]int32, len(hs))
				l.LocateAll(dst, hs)
				for i, at := range dst {
					if got := nodes[at].ID; got != want[i] {
						return fmt.Errorf("%#x belongs to %q beside other look-ups, and to %q alone", hs[i], got, want[i])
					}
				}
				return sameOwners(l, hs, want)
			})
		})
	}
	wait.Wait()
	return errors.Join(errs...)
}

// noAllocation demands that look-ups allocate nothing, with keys on the heap where the scheme hashes them.
func noAllocation(s subject, allocs func(runs int, f func()) float64) error {
	hs, dst := sample(100), make([]int32, 200)
	var err error
	demand := func(what string, f func()) {
		if got := allocs(100, f); got != 0 && err == nil {
			err = fmt.Errorf("%s allocates %v times", what, got)
		}
	}
	if s.NewKeyed == nil {
		l, failed := s.New(consistent.Options{Hash: good}, unitNodes(10))
		if failed != nil {
			return failed
		}
		demand("Locate", func() { dst[0] = l.Locate(hs[7]) })
		demand("LocateN", func() { l.LocateN(dst[:3], hs[7]) })
		demand("LocateAll", func() { l.LocateAll(dst, hs) })
		return err
	}
	l, failed := s.NewKeyed(consistent.Options{}, unitNodes(10))
	if failed != nil {
		return failed
	}
	keys := append(keysOf(hs), make([]byte, 1000))
	long := string(keys[len(keys)-1])
	demand("Locate", func() { dst[0] = l.Locate(keys[7]) })
	demand("LocateString", func() { dst[0] = l.LocateString(long) })
	demand("LocateAll", func() { l.LocateAll(dst, keys) })
	return err
}

// pinnedAnswer demands the registered answer on a fixed workload: 10,000 words before and after a change, the
// replicas of some, and, where loads are bounded, where requests go.
func pinnedAnswer(s subject) error {
	l, err := s.plain(10)
	if err != nil {
		return err
	}
	got, hs := uint64(0), sample(10_000)
	fold := func(at int32) { got = hash.Fmix64(got ^ uint64(uint32(at)) ^ 0x9e3779b97f4a7c15) }
	for _, h := range hs {
		fold(l.Locate(h))
	}
	weight := 1.0
	if s.Weights {
		weight = 2.5
	}
	if err := errors.Join(l.Remove("node-9"), l.Add("newcomer", weight), l.Add("z", 1)); err != nil {
		return err
	}
	for _, h := range hs {
		fold(l.Locate(h))
	}
	if located, ok := l.(consistent.Locator); ok {
		var dst [4]int32
		for _, h := range hs[:100] {
			for _, at := range dst[:located.LocateN(dst[:], h)] {
				fold(at)
			}
		}
	}
	if bounded, ok := l.(consistent.Bounded); ok {
		for _, h := range requests(2000) {
			fold(bounded.Acquire(h))
		}
	}
	if got != s.Pinned {
		return fmt.Errorf("answer is %#x, and %#x is pinned", got, s.Pinned)
	}
	return nil
}
