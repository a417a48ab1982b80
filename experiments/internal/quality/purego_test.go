//go:build purego

package quality

// purego reports whether the tests are built with the tag, under which hash/maphash is another function.
const purego = true
