// Package registry keeps the named implementations of one kind: hash functions, filters or locators.
//
// An implementation is one file that ends in its registration. The registry is filled while packages
// initialise and only read afterwards, so reading it needs no lock.
package registry

import (
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// Meta is what every registered implementation says of itself, whatever its kind.
type Meta struct {
	Name    string // kebab case, family first, parameters last; stable, since results carry it
	Doc     string // one line: what it is and when it is used
	Source  string // the paper, specification or article it follows
	Module  string // import path of the module it adapts; "std" for the standard library; "" for our own code
	Licence string // SPDX identifier of Module's licence; "" for our own code
	Traits  Traits // how it may differ from what the conformance suite demands
	Pinned  uint64 // what it answers on the suite's fixed workload; 0 only where Traits.Random
}

// Describe returns the Meta itself, so that a type that embeds Meta is Described.
func (m Meta) Describe() Meta { return m }

// Described is what can be registered.
type Described interface{ Describe() Meta }

// A Registry holds the entries of one kind under unique names.
type Registry[E Described] struct {
	kind    string
	entries map[string]E
	files   map[string]string
}

// New returns an empty registry; kind ("hash", "filter", "locator") appears in its errors.
func New[E Described](kind string) *Registry[E] {
	return &Registry[E]{kind: kind, entries: map[string]E{}, files: map[string]string{}}
}

var validName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// Add registers e. The file that called the contract's Register, two frames up, is remembered as the
// implementation's source. An invalid or repeated name is a broken program and panics.
func (r *Registry[E]) Add(e E) {
	m := e.Describe()
	if !validName.MatchString(m.Name) {
		panic(fmt.Sprintf("registry: Add: %s name %q is not kebab case", r.kind, m.Name))
	}
	if m.Doc == "" || m.Source == "" {
		panic(fmt.Sprintf("registry: Add: %s %q lacks its doc line or its source", r.kind, m.Name))
	}
	if _, taken := r.entries[m.Name]; taken {
		panic(fmt.Sprintf("registry: Add: %s %q is registered twice", r.kind, m.Name))
	}
	_, file, _, _ := runtime.Caller(2)
	r.entries[m.Name], r.files[m.Name] = e, file
}

// All returns the entries sorted by name.
func (r *Registry[E]) All() []E {
	all := make([]E, 0, len(r.entries))
	for _, name := range r.Names() {
		all = append(all, r.entries[name])
	}
	return all
}

// Names returns the names, sorted.
func (r *Registry[E]) Names() []string {
	names := make([]string, 0, len(r.entries))
	for name := range r.entries {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// File returns the path, as the compiler recorded it, of the file that registered name, or "".
func (r *Registry[E]) File(name string) string { return r.files[name] }

// Find returns the entry called name, or an error that names the value and what comes nearest to it.
func (r *Registry[E]) Find(name string) (E, error) {
	if e, ok := r.entries[name]; ok {
		return e, nil
	}
	var none E
	near := Nearest(name, r.Names(), 3)
	if len(near) == 0 {
		return none, fmt.Errorf("unknown %s %q: nothing is registered", r.kind, name)
	}
	return none, fmt.Errorf("unknown %s %q: nearest are %s", r.kind, name, strings.Join(near, ", "))
}

// Nearest returns at most most of names, by edit distance from name and then by name.
func Nearest(name string, names []string, most int) []string {
	near := slices.Clone(names)
	slices.SortFunc(near, func(a, b string) int {
		if d := distance(name, a) - distance(name, b); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return near[:min(most, len(near))]
}

// distance is the Levenshtein distance between a and b, in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			substitute := diagonal
			if a[i] != b[j] {
				substitute++
			}
			diagonal = row[j+1]
			row[j+1] = min(substitute, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
