package keys

import (
	"fmt"
	"math/rand/v2"
)

// A Query asks for a key; Present says whether that is among the present keys, by construction.
type Query struct {
	Key     []byte
	Present bool
}

// Queries draws queries of which a share is for present keys, each of them as likely, and the others for
// absent ones. It belongs to one goroutine.
type Queries struct {
	in, out Stream
	hit     float64
	typed   bool
	rng     *rand.Rand
	next    uint64 // number of the next absent key
}

// NewQueries returns the queries that seed picks: with probability hit for a key of in, else for the next key
// of out, from the first again after the last. hit is from 0 to 1; a stream that is asked may not be empty.
func NewQueries(in, out Stream, hit float64, seed uint64) (*Queries, error) {
	if !(hit >= 0 && hit <= 1) {
		return nil, fmt.Errorf("share %v of queries for present keys is not in [0, 1]", hit)
	}
	if hit > 0 && in.Len() == 0 || hit < 1 && out.Len() == 0 {
		return nil, fmt.Errorf("queries with a share of %v for present keys: there are %d present and %d absent keys", hit, in.Len(), out.Len())
	}
	return &Queries{in: in, out: out, hit: hit, rng: rand.New(rand.NewPCG(mix(seed), seed))}, nil
}

// NewTyped is NewQueries for keys of the class usernames, as people type them: every second absent name is
// what somebody types whose name is taken, that name with one or three digits more. The class's own names end
// in none, two or four digits, so a name with an odd number of them is never taken.
func NewTyped(in, out Stream, hit float64, seed uint64) (*Queries, error) {
	q, err := NewQueries(in, out, hit, seed)
	if err != nil {
		return nil, err
	}
	if in.Len() == 0 {
		return nil, fmt.Errorf("typed queries: there is no taken name to add digits to")
	}
	q.typed = true
	return q, nil
}

// Next returns the next query. Its key is appended to dst, and so lives as long as that memory.
func (q *Queries) Next(dst []byte) Query {
	if q.rng.Float64() < q.hit {
		return Query{q.in.Append(dst, q.rng.Uint64N(q.in.Len())), true}
	}
	if q.typed && q.rng.Uint64()&1 == 0 {
		return Query{appendOdd(q.in.Append(dst, q.rng.Uint64N(q.in.Len())), q.rng), false}
	}
	at := q.next % q.out.Len()
	q.next++
	return Query{q.out.Append(dst, at), false}
}

// appendOdd appends one digit, or three.
func appendOdd(dst []byte, rng *rand.Rand) []byte {
	n := rng.Uint64N(1010)
	if n < 10 {
		return append(dst, byte('0'+n))
	}
	n -= 10
	return append(dst, byte('0'+n/100), byte('0'+n/10%10), byte('0'+n%10))
}
