package machine

import (
	"encoding/json"
	"os"
	"os/user"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// leaks returns those of names that stand as a word anywhere in the JSON form of f. The distribution is left
// out: it is what its maker wrote, and users are called after distributions.
func leaks(t *testing.T, f Fingerprint, names []string) []string {
	t.Helper()
	f.System.Distribution = ""
	text, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, name := range names {
		if name == "" {
			continue
		}
		if regexp.MustCompile(`(^|[^\w-])` + regexp.QuoteMeta(name) + `($|[^\w-])`).Match(text) {
			found = append(found, name)
		}
	}
	return found
}

// private returns what must not be recorded: names of host and user, and the home directory.
func private(t *testing.T) []string {
	t.Helper()
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	names := []string{host}
	if home, err := os.UserHomeDir(); err == nil {
		names = append(names, home)
	}
	if u, err := user.Current(); err == nil {
		names = append(names, u.Username)
	}
	return names
}

func TestFingerprintIsAnonymous(t *testing.T) {
	f := Read()
	names := private(t)
	if found := leaks(t, f, names); len(found) > 0 {
		t.Errorf("the fingerprint names %q", found)
	}
	for _, name := range names {
		for place, plant := range map[string]func(*Fingerprint){
			"kernel": func(f *Fingerprint) { f.System.Kernel = "Linux " + name + " 6.1" },
			"flags":  func(f *Fingerprint) { f.Go.Flags = "-gcflags=" + name },
			"module": func(f *Fingerprint) { f.Go.Modules = map[string]string{"example.org/a": name} },
		} {
			planted := f
			plant(&planted)
			if len(leaks(t, planted, names)) == 0 {
				t.Errorf("%q in the %s is not noticed", name, place)
			}
		}
	}
}

// Every fact is text, and one that could not be read says so.
func TestFingerprintHasNoEmptyFact(t *testing.T) {
	f := reflect.ValueOf(Read())
	for i := range f.NumField() {
		part := f.Field(i)
		for j := range part.NumField() {
			name := part.Type().Field(j).Name
			if fact := part.Field(j); fact.Kind() == reflect.String && strings.TrimSpace(fact.String()) == "" {
				t.Errorf("%s is empty", name)
			}
			if tag := part.Type().Field(j).Tag.Get("json"); tag == "" || tag != strings.ToLower(tag) {
				t.Errorf("%s has the JSON name %q, want one in lower case", name, tag)
			}
		}
	}
}

func TestID(t *testing.T) {
	f := Read()
	id := f.ID()
	if !regexp.MustCompile(`^m-[0-9a-f]{12}$`).MatchString(id) {
		t.Errorf("got %q", id)
	}
	if again := Read().ID(); again != id {
		t.Errorf("got %q, then %q", id, again)
	}
	updated := f
	updated.System, updated.Go = System{Kernel: "7.0", Load: "9 9 9"}, Toolchain{Version: "go1.99"}
	if got := updated.ID(); got != id {
		t.Errorf("after an update: got %q, want %q", got, id)
	}
	other := f
	other.Hardware.L3 += "0"
	if got := other.ID(); got == id {
		t.Errorf("another cache: got %q again", got)
	}
}

// The id is a hash of the JSON form of Hardware: a change of that form gives every machine a new name, and must
// be meant.
func TestIDIsPinned(t *testing.T) {
	f := Fingerprint{Hardware: Hardware{Arch: "amd64", Brand: "Test CPU", Cores: "4"}}
	if got, want := f.ID(), "m-93fefdaee4d0"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestJSONRoundTrip(t *testing.T) {
	want := Read()
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got Fingerprint
	if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v %v, want %+v", got, err, want)
	}
}
