package keys

import (
	"fmt"
	"math/bits"
)

// An AttackSet is keys that somebody has chosen to collide under one kind of hash function. It takes no
// secret: what is known of the function is enough.
type AttackSet struct {
	Name   string
	Doc    string // one line: why the keys collide
	Target string // the function or functions that it is aimed at
	// Seeds are seeds under which the keys collide; nil where they do so under every seed.
	Seeds []uint64
	// Most is how many keys Keys gives at most.
	Most int

	make func(n int) [][]byte
}

// Keys returns n distinct keys, all with one hash under the function that the set is aimed at. The same n
// gives the same keys. n is from 2 to Most.
func (a AttackSet) Keys(n int) ([][]byte, error) {
	if n < 2 || n > a.Most {
		return nil, fmt.Errorf("attack set %s has 2 to %d keys, not %d", a.Name, a.Most, n)
	}
	return a.make(n), nil
}

// mostKeys is the limit of the sets that have none of their own.
const mostKeys = 1 << 20

// Adversarial returns the sets, sorted by name.
func Adversarial() []AttackSet {
	return []AttackSet{crc32cAttack, farmAttack, fnv32Attack, fnv64Attack, murmurAttack, xxh3Attack}
}

// inverse returns the multiplicative inverse of an odd number modulo 2^64. Newton's step doubles the number
// of right bits, of which x = a has 3.
func inverse(a uint64) uint64 {
	x := a
	for range 5 {
		x *= 2 - a*x
	}
	return x
}

// choices returns how many independent choices of two give n keys.
func choices(n int) int { return bits.Len(uint(n - 1)) }
