package keys

import (
	"fmt"
	"strings"
)

// A Notice says what was found in the files of a user's keys. The user must hear of it before a run.
type Notice struct {
	Present FileNotice
	Absent  FileNotice // the zero value where there is no file of absent keys
	Shared  int        // absent keys that were dropped, since they are present too
}

// A FileNotice counts what was found in one file.
type FileNotice struct {
	Path       string
	Keys       int // distinct keys
	Duplicates int // lines dropped, since their key had been there
	Blank      int // lines skipped, since they were empty
	NotUTF8    int // distinct keys that are not valid UTF-8; they are kept as they are
}

// String says it all in one line.
func (n Notice) String() string {
	if n.Absent.Path == "" {
		return n.Present.String() + "; no file of absent keys, so half of the keys are held back"
	}
	s := n.Present.String() + "; absent from " + n.Absent.String()
	if n.Shared > 0 {
		s += fmt.Sprintf("; %s present too and dropped from the absent ones", count(n.Shared, "key"))
	}
	return s
}

// String returns the path and the counts that are not 0.
func (f FileNotice) String() string {
	parts := []string{count(f.Keys, "key")}
	for _, c := range []struct {
		n          int
		noun, what string
	}{
		{f.Duplicates, "duplicate", "dropped"},
		{f.Blank, "blank line", "skipped"},
		{f.NotUTF8, "key", "not UTF-8, kept as bytes"},
	} {
		if c.n > 0 {
			parts = append(parts, count(c.n, c.noun)+" "+c.what)
		}
	}
	return f.Path + ": " + strings.Join(parts, ", ")
}

// count returns "1 key", "2 keys".
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
