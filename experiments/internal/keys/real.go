package keys

import "hashlab/datasets"

func init() {
	registerSet("words", "words-american", "the words of a spell checker, Bloom's own use")
	registerSet("domains", "disposable-domains", "domains of throw-away mail addresses: a blocklist")
}

// registerSet adds the class that divides an embedded set. An unknown set is a broken program and panics.
func registerSet(name, id, doc string) {
	set, err := datasets.Find(id)
	if err != nil {
		panic("keys: registerSet: " + err.Error())
	}
	register(Class{Name: name, Doc: doc, Real: true, Size: uint64(set.Keys), SHA256: set.SHA256,
		order: func(seed uint64) (Stream, error) {
			keys, err := datasets.Load(id)
			if err != nil {
				return nil, err
			}
			return shuffle(keys, seed), nil
		}})
}

// shuffled is a finite set in an order that a seed picks.
type shuffled struct {
	keys  [][]byte
	order *permutation
}

// shuffle returns keys, of which there is at least one, in the order that seed picks.
func shuffle(keys [][]byte, seed uint64) Stream {
	return shuffled{keys, newPermutation(uint64(len(keys)), seed)}
}

func (s shuffled) Len() uint64 { return s.order.n }

func (s shuffled) Append(dst []byte, i uint64) []byte {
	return append(dst, s.keys[s.order.at(i)]...)
}
