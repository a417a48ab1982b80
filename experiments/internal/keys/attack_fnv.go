package keys

// The attacks on FNV-1a without a seed: a key whose hash is 0, and zero bytes behind it, which leave it at 0.
// Source of the keys: Noll's list of the shortest keys with hash 0 for the 64-bit and the 32-bit form.
var (
	fnv64Attack = AttackSet{
		Name:   "fnv1a-64-zero",
		Doc:    "a key of hash 0 and any number of zero bytes behind it",
		Target: "fnv1a-64, fnv1a-64-mixed",
		Seeds:  []uint64{0},
		Most:   mostZeros,
		make:   func(n int) [][]byte { return zerosBehind("\xd5\x6b\xb9\x53\x42\x87\x08\x36", n) },
	}
	fnv32Attack = AttackSet{
		Name:   "fnv1a-32-zero",
		Doc:    "a key of hash 0 and any number of zero bytes behind it",
		Target: "fnv1a-32",
		Seeds:  []uint64{0},
		Most:   mostZeros,
		make:   func(n int) [][]byte { return zerosBehind("\xcc\x24\x31\xc4", n) },
	}
)

// mostZeros keeps keys at some 10 kB at most; those of a set share their memory.
const mostZeros = 10_000

// zerosBehind returns key with 0 to n-1 zero bytes behind it.
func zerosBehind(key string, n int) [][]byte {
	longest := append([]byte(key), make([]byte, n)...)
	keys := make([][]byte, n)
	for i := range keys {
		end := len(key) + i
		keys[i] = longest[:end:end]
	}
	return keys
}
