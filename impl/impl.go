// Package impl holds the source of everything that is measured, so that a result can say which code it
// belongs to.
package impl

import "embed"

// Source is the tree of Go and assembly files below this folder.
//
//go:embed registry hash filter consistent
var Source embed.FS
