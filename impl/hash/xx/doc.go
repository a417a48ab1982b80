// Package xx adapts the xxHash family of Yann Collet: XXH3 and XXH64.
//
// Both are fast and spread every class of keys well. Neither is keyed: whoever chooses the keys can make
// them collide, whatever the seed. They allocate nothing and are safe for concurrent use.
package xx
