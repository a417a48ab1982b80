// Package control holds hash functions that are known to be bad. A page about quality proves something
// only where it shows that they fail.
package control
