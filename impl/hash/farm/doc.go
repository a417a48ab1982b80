// Package farm adapts FarmHash of Geoff Pike: its fast 64-bit hash, with and without a seed, its 64-bit
// fingerprint and its 32-bit hash.
//
// The fast hash and the fingerprint agree on keys of up to 32 and of 97 to 256 bytes. None is keyed: keys of
// 32 bytes that collide under every seed can be written down. They allocate nothing and are safe for
// concurrent use.
package farm
