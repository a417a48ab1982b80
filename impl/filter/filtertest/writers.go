package filtertest

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
)

// What concurrent writers add: few enough for a filter of one cache's size, many enough that writers meet in its words.
const (
	writers   = 8
	eachAdds  = 500
	writtenBy = writers * eachAdds
)

// concurrentWriters lets goroutines add at the same time while others look up what was added before, and then asks for
// every key. Under the race detector it finds writes that are not synchronised.
func concurrentWriters(v variant) error {
	s, err := v.holding(writtenBy, nil)
	if err != nil {
		return err
	}
	if !s.mutable() {
		return errors.New("it is declared concurrent, and takes no keys one by one")
	}
	var adding, asking sync.WaitGroup
	written := make(chan uint64, writtenBy)
	errs := make([]error, writers+2)
	for w := range uint64(writers) {
		adding.Go(func() {
			errs[w] = attempt(func() error { return addEach(s, w*eachAdds, written) })
		})
	}
	for r := range 2 {
		asking.Go(func() {
			errs[writers+r] = attempt(func() error { return findEach(s, written) })
		})
	}
	adding.Wait()
	close(written)
	asking.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if i, lost := s.missing(span(0, writtenBy)); lost {
		return fmt.Errorf("key %d of %d that %d goroutines added is lost", i, writtenBy, writers)
	}
	return nil
}

// addEach adds a writer's keys from first on, and tells each that was taken. It yields often, so that writers meet on
// one processor too.
func addEach(s subject, first uint64, written chan<- uint64) error {
	for _, i := range span(first, eachAdds) {
		if !s.add(i) {
			return fmt.Errorf("key %d was refused in a filter for %d", i, writtenBy)
		}
		written <- i
		if i%16 == 0 {
			runtime.Gosched()
		}
	}
	return nil
}

// findEach asks for the keys that were told.
func findEach(s subject, written <-chan uint64) error {
	for i := range written {
		if !s.contains(i) {
			return fmt.Errorf("key %d was added before and is not found beside writers", i)
		}
	}
	return nil
}
