package keys

import (
	"fmt"
	"slices"
	"strings"

	"hashlab/datasets"
)

// A Class is a kind of keys.
type Class struct {
	Name string // stable: results carry it
	Doc  string // one line: the shape, and what it stands for or stresses
	Real bool   // the keys were collected, not generated
	// Size is the number of distinct keys. Present and absent keys together are at most as many, or, where
	// AbsentSize is not 0, present keys alone.
	Size uint64
	// AbsentSize is the number of keys that are only ever absent; 0 where absent keys come out of Size.
	AbsentSize uint64
	// SHA256 is that of the sorted keys of a finite set, a line feed after each, in hexadecimal; where there
	// are keys that are only ever absent, an empty line and these follow. It is "" for generated keys.
	SHA256 string

	order  func(seed uint64) (Stream, error) // all Size keys, in an order that seed picks
	absent func(seed uint64) Stream          // all AbsentSize keys likewise; nil where there are none
}

// Split returns present keys, and absent keys of the same class which are certainly not among them: the
// continuation of the same enumeration. The seed picks where a counter starts and how a finite set is
// divided; other seeds almost surely give other keys. Asking for more keys than there are is an error.
func (c Class) Split(present, absent, seed uint64) (in, out Stream, err error) {
	switch {
	case c.AbsentSize == 0 && (present > c.Size || absent > c.Size-present):
		return nil, nil, fmt.Errorf("key class %s has %d keys: too few for %d present and %d absent ones",
			c.Name, c.Size, present, absent)
	case c.AbsentSize != 0 && (present > c.Size || absent > c.AbsentSize):
		return nil, nil, fmt.Errorf("key class %s has %d keys to be present and %d to be absent: too few for %d and %d",
			c.Name, c.Size, c.AbsentSize, present, absent)
	}
	all, err := c.order(seed)
	if err != nil {
		return nil, nil, fmt.Errorf("key class %s: %w", c.Name, err)
	}
	in = window{all, 0, present}
	if c.AbsentSize != 0 {
		return in, window{c.absent(seed), 0, absent}, nil
	}
	return in, window{all, present, absent}, nil
}

// Largest returns the sizes of the division that uses every key: halves, an odd key being present; or the
// two sets where absent keys are a set of their own.
func (c Class) Largest() (present, absent uint64) {
	if c.AbsentSize != 0 {
		return c.Size, c.AbsentSize
	}
	return c.Size - c.Size/2, c.Size / 2
}

var classes = map[string]Class{}

// register adds a class. A repeated name is a broken program and panics.
func register(c Class) {
	if _, taken := classes[c.Name]; taken {
		panic(fmt.Sprintf("keys: register: class %q is registered twice", c.Name))
	}
	classes[c.Name] = c
}

// endless is the size given to classes whose enumeration no experiment comes to the end of. Counters start
// far below it, so that present and absent keys neither meet nor wrap around.
const endless = 1 << 62

// generated returns a class whose enumeration needs no data.
func generated(name, doc string, size uint64, order func(seed uint64) Stream) Class {
	return Class{Name: name, Doc: doc, Size: size,
		order: func(seed uint64) (Stream, error) { return order(seed), nil }}
}

// Classes returns the registered classes, sorted by name.
func Classes() []Class {
	all := make([]Class, 0, len(classes))
	for _, c := range classes {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b Class) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Find returns the class called name, or an error that names the value and the classes there are. Sets that make
// datasets fetched are found too.
func Find(name string) (Class, error) {
	if c, ok := classes[name]; ok {
		return c, nil
	}
	if c, ok, err := findFetched(name, datasets.FetchedFolder); ok {
		return c, err
	}
	var names []string
	for _, c := range Classes() {
		names = append(names, c.Name)
	}
	return Class{}, fmt.Errorf("unknown key class %q: there are %s", name, strings.Join(names, ", "))
}
