package extern

import "unsafe"

// view returns key as a string without a copy, for libraries that take strings. The result must not
// outlive the call it is made for.
func view(key []byte) string { return unsafe.String(unsafe.SliceData(key), len(key)) }
