// Package murmur adapts MurmurHash3 of Austin Appleby: the first half of the 128-bit variant for 64-bit
// machines, and the 32-bit variant.
//
// Neither is keyed: keys that collide under every seed are published (Aumasson and Bernstein, 2012). They
// allocate nothing and are safe for concurrent use.
package murmur
