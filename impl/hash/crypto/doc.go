// Package crypto takes the first 8 bytes of cryptographic digests, little-endian, as hashes.
//
// Seed 0 is the plain digest; any other seed goes before the key as 8 little-endian bytes. The published
// functions take no key, and a seed of 64 bits does not make them keyed ones: see package sip for those.
// They are even on every class of keys and slow. They allocate nothing and are safe for concurrent use.
package crypto
