package keys

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"unicode/utf8"
)

// FromFile returns the keys of a user's file as a class, one key a line, plain or packed with gzip. Absent
// keys are held back from the same file, as Split divides it. The class is named after the hash of its
// keys, so records tell neither path nor keys; the order of lines does not matter. Keys are bytes, kept as
// they are; the Notice says what was dropped and what is unusual. A file that cannot be read, that has
// fewer than two distinct keys, or a line over 1 MiB is an error that names the path.
func FromFile(path string) (Class, Notice, error) {
	keys, read, err := readKeys(path)
	if err != nil {
		return Class{}, Notice{}, err
	}
	if len(keys) < 2 {
		return Class{}, Notice{}, fmt.Errorf("%s: has one key only, and half of the keys are held back as absent", path)
	}
	return fileClass(keys, nil), Notice{Present: read}, nil
}

// FromFiles is FromFile with a file of absent keys. Of these, the ones that are present too are dropped;
// that none is left is an error.
func FromFiles(present, absent string) (Class, Notice, error) {
	in, inRead, err := readKeys(present)
	if err != nil {
		return Class{}, Notice{}, err
	}
	out, outRead, err := readKeys(absent)
	if err != nil {
		return Class{}, Notice{}, err
	}
	n := Notice{Present: inRead, Absent: outRead}
	out = slices.DeleteFunc(out, func(key []byte) bool {
		_, both := slices.BinarySearchFunc(in, key, bytes.Compare)
		return both
	})
	n.Shared = outRead.Keys - len(out)
	if len(out) == 0 {
		return Class{}, Notice{}, fmt.Errorf("%s: all of its %d keys are present in %s too, so none is absent",
			absent, outRead.Keys, present)
	}
	return fileClass(in, out), n, nil
}

// fileClass returns the class of sorted keys; absent is empty where absent keys come out of present.
func fileClass(present, absent [][]byte) Class {
	sum := keyHash(present, absent)
	c := Class{
		Name:       "file-" + sum[:12],
		Doc:        "keys from a file of the user's",
		Real:       true,
		Size:       uint64(len(present)),
		AbsentSize: uint64(len(absent)),
		SHA256:     sum,
		order:      func(seed uint64) (Stream, error) { return shuffle(present, seed), nil },
	}
	if len(absent) > 0 {
		c.absent = func(seed uint64) Stream { return shuffle(absent, seed) }
	}
	return c
}

// keyHash returns the SHA-256 that Class.SHA256 describes. No key is empty or holds a line feed, so no two
// pairs of sets are hashed from the same bytes.
func keyHash(present, absent [][]byte) string {
	h := sha256.New()
	line := func(key []byte) {
		h.Write(key)
		h.Write([]byte{'\n'})
	}
	for _, key := range present {
		line(key)
	}
	if len(absent) > 0 {
		line(nil)
	}
	for _, key := range absent {
		line(key)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// readKeys returns the distinct keys of a file, sorted by byte value.
func readKeys(path string) ([][]byte, FileNotice, error) {
	n := FileNotice{Path: path}
	var keys [][]byte
	err := eachLine(path, func(_ int, line []byte) error {
		if len(line) == 0 {
			n.Blank++
			return nil
		}
		keys = append(keys, bytes.Clone(line))
		return nil
	})
	if err != nil {
		return nil, n, err
	}
	if len(keys) == 0 {
		return nil, n, fmt.Errorf("%s: has no keys", path)
	}
	lines := len(keys)
	slices.SortFunc(keys, bytes.Compare)
	keys = slices.CompactFunc(keys, bytes.Equal)
	n.Keys, n.Duplicates = len(keys), lines-len(keys)
	for _, key := range keys {
		if !utf8.Valid(key) {
			n.NotUTF8++
		}
	}
	return keys, n, nil
}
