package record

import (
	"fmt"
	"regexp"
	"strconv"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
)

// A Selection picks points by their factors, in the filter language of benchproc: `filter:bloom-classic
// hash:(xxh3 OR md5)`, `-n:1e6`, `hash:/farm.*/`. A number matches however it is written.
type Selection struct {
	text   string
	filter *benchproc.Filter
}

// words finds the words of an expression. A regular expression or a quoted word is one with its slashes or
// quotes, and so no number.
var words = regexp.MustCompile(`/[^/]*/|"[^"]*"|[^\s():,@"/]+`)

// NewSelection parses an expression; "" selects everything.
func NewSelection(expression string) (Selection, error) {
	if expression == "" {
		return Selection{}, nil
	}
	f, err := benchproc.NewFilter(words.ReplaceAllStringFunc(expression, Level))
	if err != nil {
		return Selection{}, fmt.Errorf("selection %q: %w", expression, err)
	}
	return Selection{expression, f}, nil
}

// String returns the expression.
func (s Selection) String() string { return s.text }

// Match reports whether the selection picks the key. Besides factors it sees experiment, profile and seed.
func (s Selection) Match(k Key) bool {
	if s.filter == nil {
		return true
	}
	result := &benchfmt.Result{Name: benchfmt.Name(k.Experiment), Iters: 1, Values: []benchfmt.Value{{Value: 1, Unit: "points"}}}
	result.SetConfig("experiment", k.Experiment)
	result.SetConfig("profile", k.Profile)
	result.SetConfig("seed", strconv.FormatUint(k.Seed, 10))
	for name, level := range k.Factors {
		result.SetConfig(name, level)
	}
	match, err := s.filter.Match(result)
	return err == nil && match.All()
}

// factorNames finds what stands before a colon: the names of factors.
var factorNames = regexp.MustCompile(`/[^/]*/|"[^"]*"|([^\s():,@"/-][^\s():,@"/]*):`)

// Names returns the names of the factors that the expression asks for, in its order.
func (s Selection) Names() (names []string) {
	for _, m := range factorNames.FindAllStringSubmatch(s.text, -1) {
		if m[1] != "" {
			names = append(names, m[1])
		}
	}
	return names
}
