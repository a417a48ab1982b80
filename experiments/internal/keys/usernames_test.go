package keys

import (
	"bytes"
	"regexp"
	"slices"
	"testing"
)

func openUsernames(t *testing.T) *usernames {
	t.Helper()
	s, err := newUsernames(1)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*usernames)
}

// The argument for distinct names rests on these properties of the lists.
func TestUsernameParts(t *testing.T) {
	u := openUsernames(t)
	letters := regexp.MustCompile(`^[a-z]+$`)
	for _, names := range [][][]byte{u.first, u.closed, u.last, u.initials} {
		if !slices.IsSortedFunc(names, bytes.Compare) || len(slices.CompactFunc(slices.Clone(names), bytes.Equal)) != len(names) {
			t.Fatal("a list is not sorted or repeats a name")
		}
		for _, name := range names {
			if !letters.Match(name) {
				t.Errorf("name %q is not of the letters a … z", name)
			}
		}
	}
	for i, a := range u.closed {
		for _, b := range u.closed[i+1:] {
			if bytes.HasPrefix(b, a) {
				t.Errorf("%q begins %q", a, b)
			}
		}
	}
	if got := slices.Min(slices.Collect(sizesOf(u))); got != smallestPattern {
		t.Errorf("the smallest pattern has %d names, want %d", got, smallestPattern)
	}
	if got := u.Len(); got < 10_000_000 {
		t.Errorf("got %d names, want ten million or more", got)
	}
}

func sizesOf(u *usernames) func(func(uint64) bool) {
	sizes := u.sizes()
	return slices.Values(sizes[:])
}

// parse is the inverse of name, written from the patterns alone: it finds the parts of a text by its marks.
func parse(u *usernames, text []byte) (pattern, j uint64, ok bool) {
	index := func(names [][]byte, name []byte) uint64 {
		at, found := slices.BinarySearchFunc(names, name, bytes.Compare)
		ok = ok && found
		return uint64(at)
	}
	ok = true
	b := uint64(len(u.last))
	body := bytes.TrimRight(text, "0123456789")
	number := uint64(0)
	for _, digit := range text[len(body):] {
		number = 10*number + uint64(digit-'0')
	}
	digits := len(text) - len(body)
	if first, last, marked := bytes.Cut(body, []byte{'.'}); marked {
		return 1, index(u.first, first)*b + index(u.last, last), ok && digits == 0
	}
	if first, last, marked := bytes.Cut(body, []byte{'_'}); marked {
		return 4, (index(u.first, first)*b+index(u.last, last))*100 + number, ok && digits == 2
	}
	switch digits {
	case 2:
		return 2, (index(u.initials, body[:1])*b+index(u.last, body[1:]))*100 + number, ok
	case 4:
		return 3, index(u.first, body)*10_000 + number, ok
	}
	for i, first := range u.closed {
		if rest, begins := bytes.CutPrefix(body, first); begins {
			return 0, uint64(i)*b + index(u.last, rest), ok && digits == 0
		}
	}
	return 0, 0, false
}

// The names at both ends of every pattern, and those of the stream's ends, tell their number: names are
// distinct because they can be parsed.
func TestUsernamesAreBijective(t *testing.T) {
	u := openUsernames(t)
	check := func(pattern, j uint64) {
		text := u.name(nil, pattern, j)
		if p, got, ok := parse(u, text); !ok || p != pattern || got != j {
			t.Fatalf("%q is name %d of pattern %d, and reads as %d of %d (%v)", text, j, pattern, got, p, ok)
		}
	}
	for pattern, size := range u.sizes() {
		for i := range uint64(20_000) {
			check(uint64(pattern), i)
			check(uint64(pattern), size-1-i)
		}
		if u.orders[pattern].n != size {
			t.Errorf("pattern %d: its order is of %d names, not %d", pattern, u.orders[pattern].n, size)
		}
	}
	for i := range uint64(20_000) {
		for _, j := range []uint64{i, u.Len() - 1 - i} {
			text := u.Append(nil, j)
			p, got, ok := parse(u, text)
			if !ok || p != j%usernamePatterns || got != u.orders[p].at(j/usernamePatterns) {
				t.Fatalf("name %d, %q, reads as %d of pattern %d (%v)", j, text, got, p, ok)
			}
		}
	}
}
