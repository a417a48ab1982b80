package keys

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
)

// A Trace is the requests of a user's file in their order.
type Trace struct {
	Name  string   // trace- and 12 hexadecimal digits of the SHA-256 of its lines
	Keys  [][]byte // the distinct keys, in the order in which they first come
	Order []uint32 // the requests, as indices into Keys
	Once  int      // keys that are asked for once
	Blank int      // empty lines, which were skipped
}

// String says in one line what was read.
func (t Trace) String() string {
	s := fmt.Sprintf("%s: %s for %s, %d of them asked for once", t.Name,
		count(len(t.Order), "request"), count(len(t.Keys), "distinct key"), t.Once)
	if t.Blank > 0 {
		s += fmt.Sprintf(", %s skipped", count(t.Blank, "blank line"))
	}
	return s
}

// TraceFromFile reads a trace, one key a line, plain or packed with gzip; a key is its line's bytes. A file
// without a key, one with more than 2^32-1 distinct keys, or a line over 1 MiB is an error that names the
// path. Memory is that of the distinct keys and 4 bytes a request.
func TraceFromFile(path string) (Trace, error) {
	var t Trace
	numbers := map[string]uint32{}
	var counts []uint32
	sum := sha256.New()
	err := eachLine(path, func(_ int, line []byte) error {
		if len(line) == 0 {
			t.Blank++
			return nil
		}
		sum.Write(line)
		sum.Write([]byte{'\n'})
		at, seen := numbers[string(line)]
		if !seen {
			if len(t.Keys) == math.MaxUint32 {
				return fmt.Errorf("more than %d distinct keys", uint32(math.MaxUint32))
			}
			at = uint32(len(t.Keys))
			key := string(line)
			numbers[key] = at
			t.Keys, counts = append(t.Keys, []byte(key)), append(counts, 0)
		}
		t.Order = append(t.Order, at)
		counts[at] = min(counts[at], math.MaxUint32-1) + 1
		return nil
	})
	if err == nil && len(t.Order) == 0 {
		err = fmt.Errorf("%s: has no keys", path)
	}
	if err != nil {
		return Trace{}, err
	}
	for _, c := range counts {
		if c == 1 {
			t.Once++
		}
	}
	t.Name = "trace-" + hex.EncodeToString(sum.Sum(nil)[:6])
	return t, nil
}
