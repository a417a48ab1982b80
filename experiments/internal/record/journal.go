package record

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/gofrs/flock"
)

// A Journal holds the finished points of one experiment, a line each: eight hexadecimal digits of the
// CRC-32C of the JSON that follows. A point is flushed when it is finished, so a kill loses at most the
// points in flight. One process writes at a time.
type Journal struct {
	path  string
	lock  *flock.Flock
	mu    sync.Mutex
	file  *os.File
	done  map[string]Point
	notes []string
}

// ErrStore is wrapped by errors that make a store unusable as a whole.
var ErrStore = errors.New("the store of results cannot be used")

// OpenJournal opens the journal at path for this process alone, and makes it where it is not there. Lines
// that are torn or fail their checksum are noted and taken out.
func OpenJournal(path string) (*Journal, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrStore, err)
	}
	j := &Journal{path: path, lock: flock.New(path + ".lock"), done: map[string]Point{}}
	switch got, err := j.lock.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrStore, err)
	case !got:
		return nil, fmt.Errorf("%w: another run is writing %s: wait for it, or give another --out", ErrStore, path)
	}
	if err := j.load(); err != nil {
		j.lock.Unlock()
		return nil, fmt.Errorf("%w: %w", ErrStore, err)
	}
	return j, nil
}

// load keeps the good lines of the file. Where there are others, it puts a file without them in its place,
// so that each is noted once.
func (j *Journal) load() error {
	data, err := os.ReadFile(j.path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	var good []byte
	rest := data
	for number := 1; len(rest) > 0; number++ {
		line, after, whole := bytes.Cut(rest, []byte{'\n'})
		p, err := DecodeLine(line)
		switch {
		case !whole:
			j.notes = append(j.notes, fmt.Sprintf("%s: line %d is torn; its point runs again", j.path, number))
		case err != nil:
			j.notes = append(j.notes, fmt.Sprintf("%s: line %d: %v; its point runs again", j.path, number, err))
		default:
			j.done[p.Key.ID()] = p
			good = append(append(good, line...), '\n')
		}
		rest = after
	}
	if len(good) < len(data) {
		if err := WriteFile(j.path, good); err != nil {
			return err
		}
	}
	j.file, err = os.OpenFile(j.path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	return err
}

// Append adds a finished point and flushes it. It may be called from several goroutines.
func (j *Journal) Append(p Point) error {
	line, err := EncodeLine(p)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err := j.file.Write(line); err != nil {
		return fmt.Errorf("%w: %w", ErrStore, err)
	}
	j.done[p.Key.ID()] = p
	return nil
}

// Find returns the finished point with this key.
func (j *Journal) Find(k Key) (Point, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	p, ok := j.done[k.ID()]
	return p, ok
}

// Notes says which lines could not be read when the journal was opened.
func (j *Journal) Notes() []string { return j.notes }

// Forget drops all points, so that everything is measured again.
func (j *Journal) Forget() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	clear(j.done)
	if err := j.file.Truncate(0); err != nil {
		return fmt.Errorf("%w: %w", ErrStore, err)
	}
	return nil
}

// Close makes the journal durable and gives the lock back.
func (j *Journal) Close() error {
	return errors.Join(j.file.Sync(), j.file.Close(), j.lock.Unlock())
}
