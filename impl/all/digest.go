package all

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"hashlab/impl"
	"hashlab/impl/consistent"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// Digest returns 12 hexadecimal digits that stand for the source of an implementation: the file that
// registers it and the files beside it that register nothing, which it may share. Editing another variant's
// file leaves it alone. kind is hash, filter or locator; "" is returned for a name that is not registered.
func Digest(kind, name string) string {
	file := sourceOf(map[string]func(string) string{"hash": hash.File, "filter": filter.File, "locator": consistent.File}[kind](name))
	if file == "" {
		return ""
	}
	registering := registeringFiles()
	names, err := fs.Glob(impl.Source, path.Join(path.Dir(file), "*"))
	if err != nil {
		panic(fmt.Sprintf("all: Digest: %s: %v", file, err)) // the pattern is fixed
	}
	return DigestFiles(impl.Source, slices.DeleteFunc(names, func(n string) bool { return n != file && registering[n] }))
}

// Contracts returns the digest of what every implementation is joined with: the contracts and registries.
func Contracts() string {
	var names []string
	for _, dir := range []string{"registry", "hash", "filter", "consistent"} {
		files, err := fs.Glob(impl.Source, dir+"/*.go")
		if err != nil {
			panic(fmt.Sprintf("all: Contracts: %v", err)) // the pattern is fixed
		}
		names = append(names, files...)
	}
	return DigestFiles(impl.Source, names)
}

// DigestFiles returns 12 hexadecimal digits of the SHA-256 over the names and contents of the source files
// among names; folders and tests do not count.
func DigestFiles(tree fs.FS, names []string) string {
	sum := sha256.New()
	for _, name := range slices.Sorted(slices.Values(names)) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			continue // a folder
		}
		fmt.Fprintf(sum, "%s %d\n", name, len(text))
		sum.Write(text)
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
}

// registeringFiles returns the files of impl that register an implementation.
func registeringFiles() map[string]bool {
	files := map[string]bool{}
	for _, n := range hash.Names() {
		files[sourceOf(hash.File(n))] = true
	}
	for _, n := range filter.Names() {
		files[sourceOf(filter.File(n))] = true
	}
	for _, n := range consistent.Names() {
		files[sourceOf(consistent.File(n))] = true
	}
	return files
}

// sourceOf returns the place in impl.Source of a file as the compiler recorded it.
func sourceOf(file string) string {
	if at := strings.LastIndex(file, "/impl/"); at >= 0 {
		return file[at+len("/impl/"):]
	}
	return ""
}
