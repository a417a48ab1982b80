// Package farm adapts FarmHash of Geoff Pike: its fast 64-bit hash and its 64-bit fingerprint.
//
// The two agree on keys of up to 32 and of 97 to 256 bytes. Neither takes a seed or is keyed. They
// allocate nothing and are safe for concurrent use.
package farm
