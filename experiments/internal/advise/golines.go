package advise

import (
	"fmt"
	"slices"
	"strings"
)

// A program is a function that constructs what is advised, as Go source: it compiles where it stands in a package of its
// own, but for the clause that names that.
type program struct {
	imports []string
	name    string // of the function, with its parameters
	result  string
	lines   []string
	returns string // the expression
}

// step adds a call whose error ends the function.
func (p *program) step(call string, args ...any) {
	p.lines = append(p.lines, fmt.Sprintf(call, args...), "if err != nil {", "\treturn nil, err", "}")
}

// seeded adds the hash function h: with a seed that is drawn when it is made, or the published function.
func (p *program) seeded(name string, secret bool) (open string) {
	p.imports = append(p.imports, "hashlab/impl/hash")
	seed := "0"
	if secret {
		p.imports = append(p.imports, "crypto/rand", "encoding/binary")
		p.lines = append(p.lines, "var secret [8]byte // keep it with what is stored, and tell nobody",
			"if _, err := rand.Read(secret[:]); err != nil {", "\treturn nil, err", "}")
		seed = "binary.LittleEndian.Uint64(secret[:])"
	}
	p.step("family, err := hash.Find(%q)", name)
	return "family.New(" + seed + ")"
}

// String returns the source, imports first.
func (p *program) String() string {
	var b strings.Builder
	fmt.Fprintln(&b, "import (")
	slices.Sort(p.imports)
	for _, path := range append(p.imports, "_ hashlab/impl/all") {
		if blank, ok := strings.CutPrefix(path, "_ "); ok {
			fmt.Fprintf(&b, "\t_ %q // or the package of the one family alone\n", blank)
			continue
		}
		fmt.Fprintf(&b, "\t%q\n", path)
	}
	fmt.Fprintf(&b, ")\n\nfunc %s (%s, error) {\n", p.name, p.result)
	for _, line := range p.lines {
		fmt.Fprintf(&b, "\t%s\n", line)
	}
	fmt.Fprintf(&b, "\treturn %s\n}\n", p.returns)
	return b.String()
}

// Go returns the source of a function that constructs the filter.
func (c Candidate) Go(w FilterWish) string {
	p := &program{imports: []string{"hashlab/impl/filter"}, name: "newFilter()", result: "filter.MutableKeyFilter"}
	h := "nil"
	if c.Hash != "" {
		p.step("h, err := %s", p.seeded(c.Hash, w.Untrusted))
		h = "h"
	}
	p.step("entry, err := filter.Find(%q)", c.Entry.Name)
	spec := fmt.Sprintf("filter.Spec{N: %d, FPR: %v}", c.Spec.N, c.Spec.FPR)
	p.returns = fmt.Sprintf("entry.Keyed(%s, %s)", spec, h)
	if c.Entry.Build != nil {
		p.name, p.result = "newFilter(keys [][]byte)", "filter.KeyFilter"
		p.returns = fmt.Sprintf("entry.FromKeys(%s, %s, keys)", spec, h)
	}
	return p.String()
}

// Go returns the source of a function that constructs the locator. For bounded loads and for replicas it works on hashes,
// since Acquire, Release and LocateN do.
func (c RingCandidate) Go(w RingWish) string {
	p := &program{imports: []string{"hashlab/impl/consistent"}, name: "newRing(nodes []consistent.Node)", result: "consistent.KeyLocator"}
	var options []string
	if c.Hash != "" {
		p.step("h, err := %s", p.seeded(c.Hash, false))
		options = append(options, "Hash: h")
	}
	if c.Options.Vnodes != 0 {
		options = append(options, fmt.Sprintf("Vnodes: %d", c.Options.Vnodes))
	}
	constructor := "Keyed"
	if c.Options.Slack != 0 {
		options = append(options, fmt.Sprintf("Slack: %v", c.Options.Slack))
	}
	if c.Options.Slack != 0 || w.Replicas > 1 {
		constructor, p.result = "New", "consistent.Locator"
	}
	p.step("entry, err := consistent.Find(%q)", c.Entry.Name)
	p.returns = fmt.Sprintf("entry.%s(consistent.Options{%s}, nodes)", constructor, strings.Join(options, ", "))
	return p.String()
}

// Go returns the source of a function that makes the hash function.
func (c HashCandidate) Go(w HashWish) string {
	p := &program{name: "newHash()", result: "hash.Hash"}
	p.returns = p.seeded(c.Entry.Name, w.secret(c.Entry))
	return p.String()
}
