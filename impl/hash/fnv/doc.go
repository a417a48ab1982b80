// Package fnv implements FNV-1a of Fowler, Noll and Vo, with 64 and with 32 bits, and a repaired form.
//
// The last bytes of a key reach the high bits of its hash through one multiplication only, so that keys
// which differ at their end crowd together on a ring. It is here because the articles and many programs
// use it. It allocates nothing and is safe for concurrent use.
package fnv
