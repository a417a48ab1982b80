package hash

// The two ways by which a 32-bit function becomes a hash. Neither is ever applied in silence: each has
// its place in the function's registered name.

type wrapper struct {
	suffix, doc string
	widen       func(narrow Hash, wide *Info) Hash
}

var (
	leftWrapper = wrapper{"left", "32 bits moved to the high half, as rings use them",
		func(narrow Hash, wide *Info) Hash { return &left{narrow, wide} }}
	mixedWrapper = wrapper{"mixed", "32 bits spread over 64 by fmix64, as filters need them",
		func(narrow Hash, wide *Info) Hash { return &mixed{narrow, wide} }}
)

// left is a 32-bit function with its value in the high half.
type left struct {
	Hash
	wide *Info
}

func (l *left) Bytes(key []byte) uint64  { return l.Hash.Bytes(key) << 32 }
func (l *left) String(key string) uint64 { return l.Hash.String(key) << 32 }
func (l *left) Uint64(key uint64) uint64 { return l.Hash.Uint64(key) << 32 }
func (l *left) Info() Info               { return *l.wide }

func (l *left) Sum(dst []uint64, keys [][]byte) {
	l.Hash.Sum(dst, keys)
	shift(dst[:len(keys)])
}

func (l *left) SumStrings(dst []uint64, keys []string) {
	l.Hash.SumStrings(dst, keys)
	shift(dst[:len(keys)])
}

func shift(hs []uint64) {
	for i := range hs {
		hs[i] <<= 32
	}
}

// mixed is a 32-bit function whose value goes through Fmix64.
type mixed struct {
	Hash
	wide *Info
}

func (m *mixed) Bytes(key []byte) uint64  { return Fmix64(m.Hash.Bytes(key)) }
func (m *mixed) String(key string) uint64 { return Fmix64(m.Hash.String(key)) }
func (m *mixed) Uint64(key uint64) uint64 { return Fmix64(m.Hash.Uint64(key)) }
func (m *mixed) Info() Info               { return *m.wide }

func (m *mixed) Sum(dst []uint64, keys [][]byte) {
	m.Hash.Sum(dst, keys)
	mix(dst[:len(keys)])
}

func (m *mixed) SumStrings(dst []uint64, keys []string) {
	m.Hash.SumStrings(dst, keys)
	mix(dst[:len(keys)])
}

func mix(hs []uint64) {
	for i := range hs {
		hs[i] = Fmix64(hs[i])
	}
}

// Fmix64 is the 64-bit finaliser of MurmurHash3 (Appleby, 2011): a bijection in which every input bit
// changes every output bit with probability near one half. It maps 0 to 0.
func Fmix64(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}
