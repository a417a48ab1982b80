package arch

import (
	"path"
	"slices"
	"strings"
)

// A file is one source file under judgement.
type file struct {
	name    string // relative to the root
	pkg     string // its folder
	library string // the third-party module that it imports first
}

// judge returns the rule that the import breaks and what to do about it, or two empty strings.
func (f *file) judge(r row, written string) (rule, do string) {
	imported, own := strings.CutPrefix(written, module+"/")
	thirdParty := !own && strings.Contains(strings.Split(written, "/")[0], ".")
	switch {
	case written == "unsafe":
		if !matches(f.pkg, []string{"impl/..."}) || !strings.HasSuffix(f.name, "_unsafe.go") {
			return RuleUnsafe, "keep it to files called *_unsafe.go within impl"
		}
		return "", ""
	case f.pkg != commandPackage && matches(imported, commandLibraries):
		return RuleCommand, "let experiments/*.go draw and parse, and hand this package a value, a writer or a function"
	case matches(imported, r.never):
		return r.name, r.do
	case own && unit(imported) == unit(f.pkg):
		return "", ""
	case own && f.mayImport(r, imported), !own && !thirdParty, thirdParty && matches(imported, r.may):
		return "", ""
	case thirdParty && r.libraries == anyLibraries:
		return "", ""
	case thirdParty && r.libraries == oneLibrary:
		first := f.library
		f.library = library(imported)
		if first != "" && first != f.library {
			return RuleOneLibrary, "give each library a file of its own, which ends in its registration"
		}
		return "", ""
	}
	return r.name, r.do
}

// mayImport reports whether the row allows a package of the repository.
func (f *file) mayImport(r row, imported string) bool {
	if r.ownContract && imported == path.Dir(unit(f.pkg)) {
		return true
	}
	return matches(imported, r.may)
}

// owner returns the first row that speaks of the package.
func owner(pkg string) (row, bool) {
	at := slices.IndexFunc(table, func(r row) bool { return matches(pkg, r.packages) })
	if at < 0 {
		return row{}, false
	}
	return table[at], true
}

// unit returns the family, internal package or experiment that a package belongs to: what is below it is its
// own affair. A contract is a unit without the families below it.
func unit(pkg string) string {
	elements := strings.Split(pkg, "/")
	depth := 2
	switch {
	case elements[0] == "impl" || len(elements) > 1 && elements[1] == "internal":
		depth = 3
	case elements[0] == "datasets":
		depth = 1
	}
	return strings.Join(elements[:min(depth, len(elements))], "/")
}

// library returns the repository of a third-party import, near enough: the first three elements of its path.
func library(imported string) string {
	elements := strings.Split(imported, "/")
	return strings.Join(elements[:min(3, len(elements))], "/")
}

// matches reports whether any of the patterns matches the whole path. In an element * stands for any text, but
// an element * alone does not match "internal"; a last element ... matches what is there and all below.
func matches(pkg string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		elements := strings.Split(pkg, "/")
		if above, below := strings.CutSuffix(pattern, "/..."); below {
			pattern = above
			elements = elements[:min(len(elements), 1+strings.Count(above, "/"))]
		}
		wanted := strings.Split(pattern, "/")
		if len(elements) != len(wanted) {
			return false
		}
		for i, element := range elements {
			fits, err := path.Match(wanted[i], element)
			if err != nil || !fits || wanted[i] == "*" && element == "internal" {
				return false
			}
		}
		return true
	})
}
