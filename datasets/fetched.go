package datasets

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// FetchedFolder is where scripts/fetch-datasets.sh puts the sets, from the root of the repository.
const FetchedFolder = "datasets/cache/keys"

// ErrNotFetched says that a set is not in the folder.
var ErrNotFetched = errors.New("not fetched: make datasets does")

// A Fetched set is one of those that scripts/fetch-datasets.sh builds and the repository does not hold.
type Fetched struct {
	ID     string // the file's name without .txt
	Stands string // what the keys stand for
	Keys   int    // number of keys
}

// fetched are the sets of distinct keys, one a line, sorted by id.
var fetched = []Fetched{
	{"easylist-domains", "ad-block hosts", 91_376},
	{"ipv6-range-starts", "IPv6 lists; keys only, never geographic truth", 68_368},
	{"passwords-1m", "common-password check; strings that people chose", 999_999},
	{"stevenblack-hosts-2019", "DNS blocklist; holds adult names", 55_984},
	{"urls-requests", "a crawler's URLs", 23_854},
	{"usernames-like", "taken user names, by proxy: passwords of that shape", 660_619},
	{"words-huge", "spell checker", 348_454},
	{"words-insane", "spell checker", 663_473},
	{"words-npm", "an independent word list", 274_137},
}

// FetchedSets returns all sets that can be fetched, sorted by id.
func FetchedSets() []Fetched { return append([]Fetched(nil), fetched...) }

//go:embed SHA256SUMS
var sums string

// SHA256 returns the sum that the set's file must have, in hexadecimal, "" where none is listed.
func (f Fetched) SHA256() string {
	for line := range strings.Lines(sums) {
		if sum, name, ok := strings.Cut(strings.TrimSpace(line), "  "); ok && name == "keys/"+f.ID+".txt" {
			return sum
		}
	}
	return ""
}

// There reports whether a file of the set's name is in the folder. Its content is checked when it is loaded.
func (f Fetched) There(folder string) bool {
	info, err := os.Stat(f.path(folder))
	return err == nil && info.Mode().IsRegular()
}

func (f Fetched) path(folder string) string { return filepath.Join(folder, f.ID+".txt") }

// Load returns the keys of the set's file in the folder. The error wraps ErrNotFetched where there is none, and names
// both sums where the content is another.
func (f Fetched) Load(folder string) ([][]byte, error) {
	data, err := os.ReadFile(f.path(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("dataset %s: %w", f.ID, ErrNotFetched)
	}
	if err != nil {
		return nil, fmt.Errorf("dataset %s: %w", f.ID, err)
	}
	sum := sha256.Sum256(data)
	if got := hex.EncodeToString(sum[:]); got != f.SHA256() {
		return nil, fmt.Errorf("dataset %s: content has SHA-256 %s, SHA256SUMS says %s", f.ID, got, f.SHA256())
	}
	return bytes.Split(bytes.TrimSuffix(data, []byte{'\n'}), []byte{'\n'}), nil
}
