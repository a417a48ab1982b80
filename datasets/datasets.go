// Package datasets holds small real key sets, embedded in the program, and says of each where it comes
// from, what it stands for and under which licence it is passed on.
//
// A key is a line of its file, taken as bytes: keys of a set are distinct, not empty, free of line feeds and
// sorted by byte value. Unpacked content is checked against its SHA-256 on every first load, so results
// that name a set and its hash name its keys. All functions are safe for concurrent use.
package datasets

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
)

// A Set describes one embedded key set.
type Set struct {
	ID      string // stable: results carry it
	Stands  string // what the keys stand for
	Keys    int    // number of keys
	Bytes   int    // size unpacked, line feeds included
	SHA256  string // of the unpacked content, in hexadecimal
	Source  string // kind of package, name@version
	Licence string // SPDX identifier of the data's licence
	Credit  string // who is to be named
	Change  string // what was done to the source
}

// File returns the name of the set's file in this folder.
func (s Set) File() string { return s.ID + ".txt.gz" }

// List returns the embedded sets, sorted by id.
func List() []Set { return slices.Clone(manifest) }

// Find returns the set called id, or an error that names id and the sets there are.
func Find(id string) (Set, error) {
	ids := make([]string, len(manifest))
	for i, s := range manifest {
		if s.ID == id {
			return s, nil
		}
		ids[i] = s.ID
	}
	return Set{}, fmt.Errorf("unknown dataset %q: there are %s", id, strings.Join(ids, ", "))
}

// Load returns the keys of the set called id, sorted by byte value. All callers share them, so they must
// not be changed. The first call unpacks the set, in some 15 ms a megabyte, and keeps it.
func Load(id string) ([][]byte, error) {
	if _, err := Find(id); err != nil {
		return nil, err
	}
	return loaders[id]()
}

//go:embed *.txt.gz
var files embed.FS

var loaders = func() map[string]func() ([][]byte, error) {
	m := make(map[string]func() ([][]byte, error), len(manifest))
	for _, s := range manifest {
		m[s.ID] = sync.OnceValues(func() ([][]byte, error) {
			packed, err := files.ReadFile(s.File())
			if err != nil {
				return nil, fmt.Errorf("dataset %s: %w", s.ID, err)
			}
			return s.unpack(packed)
		})
	}
	return m
}()

// unpack returns the keys in packed, or an error where they are not those of the manifest.
func (s Set) unpack(packed []byte) ([][]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("dataset %s: %w", s.ID, err)
	}
	// One byte more than the manifest allows is enough to tell that the content is another.
	data, err := io.ReadAll(io.LimitReader(r, int64(s.Bytes)+1))
	if err = errors.Join(err, r.Close()); err != nil {
		return nil, fmt.Errorf("dataset %s: %w", s.ID, err)
	}
	sum := sha256.Sum256(data)
	if got := hex.EncodeToString(sum[:]); got != s.SHA256 {
		return nil, fmt.Errorf("dataset %s: content has SHA-256 %s, the manifest says %s", s.ID, got, s.SHA256)
	}
	keys := bytes.Split(bytes.TrimSuffix(data, []byte{'\n'}), []byte{'\n'})
	if len(keys) != s.Keys {
		return nil, fmt.Errorf("dataset %s: %d keys, the manifest says %d", s.ID, len(keys), s.Keys)
	}
	return keys, nil
}
