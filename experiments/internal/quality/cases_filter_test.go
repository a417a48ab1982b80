package quality

import (
	"crypto/md5"
	"encoding/binary"
	"math"
	"math/bits"
	"testing"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/theory"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// ratiosOf returns the ratios of the rates of a Bloom filter of n keys of a class to theory.
func ratiosOf(t *testing.T, name, class string, n uint64) []finding {
	t.Helper()
	s := subjectOf(t, name)
	in, _ := streams(t, class, 3*n, 0)
	return bloomOf(s, class, hashAll(s, in))
}

// With 10 bits a key and 7 probes of the suffix form FNV-1a is wrong by a factor of ten; xxh3 agrees with theory. An
// error of 18 % is found.
func caseSuffix(t *testing.T) {
	for name, good := range map[string]bool{"fnv1a-64": false, "xxh3": true} {
		s := subjectOf(t, name)
		d, err := derive(s, Suffix)
		if err != nil {
			t.Fatal(err)
		}
		in, out := streams(t, "dec", 1<<16, 1<<17)
		positives := ask(d, s.bits, in, out)
		f := rate(Result{}, positives[0], 1<<17, theory.EForm(kOddBits, 1<<16, probes), theory.RelativeSD(kOddBits, 1<<16, probes))
		if good != f.holds() || !good && f.Statistic < 10 {
			t.Errorf("%s: %.3g times the rate of theory", name, f.Statistic)
		}
	}
}

// FNV-1a misses the target for few keys and for many; a prefix of SHA-256 meets it.
func caseFewAndMany(t *testing.T) {
	for _, n := range []uint64{1_000, 10_000, 131_072} {
		worst := 0.0
		for _, class := range []string{"be8", "dec", "rep4", "url"} {
			for _, f := range ratiosOf(t, "fnv1a-64", class, n) {
				worst = max(worst, f.Statistic)
			}
		}
		if worst < 1.5 {
			t.Errorf("fnv1a-64, n = %d: at most %.3g times the rate of theory, want more than 1.5", n, worst)
		}
	}
	for _, n := range []uint64{1_000, 10_000, 50_000} {
		for _, f := range ratiosOf(t, "sha256", "be8", n) {
			if !f.holds() {
				t.Errorf("sha256, n = %d: %s", n, f.Result)
			}
		}
	}
}

// The scheme of that report: of the bytes of an integer, lowest first, two sums with Mersenne numbers as factors,
// and probe i at hash1 + i hash2, from 1 on, modulo 288 bits. After 0 … 9 were added 118 bits are set and 213,316 of
// the integers up to 999,999 are taken for present, where one is expected. Nothing is reduced by the
// program's third Mersenne number below 2^24, so that all can be done modulo 288.
func caseLowWeight(t *testing.T) {
	const m, k = 288, 20
	mersenne := func(x int) uint64 { // 2^x - 1 modulo m
		p := uint64(1)
		for range x {
			p = p * 2 % m
		}
		return p + m - 1
	}
	sum := func(key, add, factor uint64) (r uint64) {
		for ; key > 0; key /= 256 {
			r = (r + (r+key%256+add)*factor) % m
		}
		return r
	}
	visit := func(key uint64, bit func(uint64) bool) bool {
		h1, h2 := sum(key, mersenne(17), mersenne(31)), sum(key, mersenne(19), mersenne(67))
		for i := uint64(1); i <= k; i++ {
			if !bit((h1 + i*h2) % m) {
				return false
			}
		}
		return true
	}
	var set [m]bool
	for key := range uint64(10) {
		visit(key, func(at uint64) bool { set[at] = true; return true })
	}
	ones, positives, own := 0, 0, 0
	for _, one := range set {
		if one {
			ones++
		}
	}
	e, err := filter.Find("bloom-classic")
	if err != nil {
		t.Fatal(err)
	}
	f, err := e.New(filter.Spec{M: m, K: k})
	if err != nil {
		t.Fatal(err)
	}
	h := made(t, "xxh3", 0)
	for key := range uint64(1_000_000) {
		switch {
		case key < 10:
			f.Add(h.Uint64(key))
		default:
			if visit(key, func(at uint64) bool { return set[at] }) {
				positives++
			}
			if f.Contains(h.Uint64(key)) {
				own++
			}
		}
	}
	if ones != 118 || positives != 213_316 {
		t.Errorf("got %d bits and %d false positives, want 118 and 213316", ones, positives)
	}
	// Ten keys of 20 probes leave about half of 288 bits unset: the rate is near 1e-6. Filters so small scatter; even at
	// ten times that rate more than 40 have a probability below 1e-11.
	if own > 40 {
		t.Errorf("bloom-classic with xxh3: %d false positives of a million, want about 1", own)
	}
}

// Identity of counters is no hash, identity of their digests is.
func caseRawKeys(t *testing.T) {
	s := subjectOf(t, "identity")
	in, _ := streams(t, "be8", 3<<14, 0)
	digests := make([]uint64, in.Len())
	for i, key := range keys.All(in) {
		sum := md5.Sum(key)
		digests[i] = binary.LittleEndian.Uint64(sum[:8])
	}
	for _, f := range bloomOf(s, "be8", hashAll(s, in)) {
		if f.holds() {
			t.Errorf("raw: %s", f.Result)
		}
	}
	for _, f := range bloomOf(s, "be8", digests) {
		if !f.holds() {
			t.Errorf("digests: %s", f.Result)
		}
	}
}

// A second hash that is the first one rotated by 17 of 32 bits has probes in common when 5 divides m: twice the rate,
// however good the function. After mixing it is right. An error of 18 % is found.
func caseRotatedStep(t *testing.T) {
	const n, m, queries = 131_072, 1_310_720, 262_144
	h := made(t, "murmur3-32-left", 0)
	in, out := streams(t, "random8", n, queries)
	for name, at := range map[string]func(h uint32, i uint64) uint64{
		"rotated": func(h uint32, i uint64) uint64 { return (uint64(h) + i*uint64(bits.RotateLeft32(h, 17))) % m },
		"mixed": func(h uint32, i uint64) uint64 {
			wide := hash.Fmix64(uint64(h))
			return (wide&0xffffffff + i*(wide>>32)) % m
		},
	} {
		set := make([]bool, m)
		for _, key := range keys.All(in) {
			for i := range uint64(probes) {
				set[at(uint32(h.Bytes(key)), i)] = true
			}
		}
		positives := 0
		for _, key := range keys.All(out) {
			hit := 1
			for i := range uint64(probes) {
				if !set[at(uint32(h.Bytes(key)), i)] {
					hit = 0
					break
				}
			}
			positives += hit
		}
		f := rate(Result{}, positives, queries, theory.EForm(m, n, probes), theory.RelativeSD(m, n, probes))
		if name == "rotated" && (f.Statistic < 1.8 || f.Statistic > 2.2) || name == "mixed" && !f.holds() {
			t.Errorf("%s: %.3g times the rate of theory", name, f.Statistic)
		}
	}
}

// With indices below 2^31 alone a thousand million keys at ten probes give 0.909 instead of 0.001. Here
// an index has 64 bits, and the highest hash reaches the last bit of a larger filter.
func caseSignedIndex(t *testing.T) {
	const n, m, k = 1e9, 14_377_587_584, 10
	if got := theory.EForm(1<<31, n, k); math.Abs(got-0.909) > 5e-4 {
		t.Errorf("2^31 positions: got %v, want 0.909", got)
	}
	if got := theory.EForm(m, n, k); math.Abs(got-0.001) > 5e-6 {
		t.Errorf("all positions: got %v, want 0.001", got)
	}
	if got := fastRange(math.MaxUint64, m, 64); got != m-1 {
		t.Errorf("the highest hash: got position %d, want %d", got, uint64(m-1))
	}
}

// The ratio to theory does not grow with n.
func caseGrowingRatio(t *testing.T) {
	for _, n := range []uint64{10_000, 100_000, 1_000_000} {
		for _, f := range ratiosOf(t, "xxh3", "le8", n) {
			if !f.holds() {
				t.Errorf("n = %d: %s", n, f.Result)
			}
		}
	}
}

// Hashes whose low bits are 0 set k bits of a filter of 2^20, where a second hash that is 0 would set one. That two of
// 7 probes meet has a chance of 2e-5 for a hash; two such hashes of 64 have one of less than 1e-6.
func caseEvenStep(t *testing.T) {
	e, err := filter.Find("bloom-classic-pow2")
	if err != nil {
		t.Fatal(err)
	}
	short := 0
	for i := range uint64(64) {
		f, err := e.New(filter.Spec{M: 1 << 20, K: probes})
		if err != nil {
			t.Fatal(err)
		}
		f.Add((2*i + 1) << 32)
		if ones := math.Round(f.(filter.Filler).FillRatio() * (1 << 20)); ones != probes {
			short++
			if ones < probes-1 {
				t.Errorf("hash %d << 32 sets %v bits", 2*i+1, ones)
			}
		}
	}
	if short > 1 {
		t.Errorf("%d of 64 hashes set fewer than %d bits", short, probes)
	}
}

// The cause of that report: the block is a mod blocks and the position a + i b mod 2^18, which share low bits where
// the number of blocks is even. 16 blocks give many times the rate of 17, and filters here show no such
// step between the two sizes. A million absent keys expect 100;
// beyond 50 … 160 lies less than 1e-6.
func caseJump(t *testing.T) {
	const k, blockBits = 13, 1 << 18
	rateOf := func(n, blocks uint64) int {
		set := make([]uint64, blocks*blockBits/64)
		position := func(key, i uint64) uint64 {
			a, b := splitMix(2*key+1), splitMix(2*key+2)
			return a%blocks*blockBits + (a+i*b)%blockBits
		}
		positives := 0
		for key := range n + 1_000_000 {
			hit := 1
			for i := range uint64(k) {
				at := position(key, i)
				if key < n {
					set[at/64] |= 1 << (at % 64)
				} else if set[at/64]>>(at%64)&1 == 0 {
					hit = 0
					break
				}
			}
			if key >= n {
				positives += hit
			}
		}
		return positives
	}
	if even, odd := rateOf(218_793, 16), rateOf(218_900, 17); even < 10*odd {
		t.Errorf("16 blocks: %d of a million, 17 blocks: %d; want many times as many", even, odd)
	}
	for _, name := range []string{"bloom-classic", "bloom-classic-double", "bloom-partitioned"} {
		for _, n := range []uint64{218_700, 218_793, 218_900} {
			if got := positivesOf(t, name, n); got < 50 || got > 160 {
				t.Errorf("%s, n = %d: %d of a million, want about 100", name, n, got)
			}
		}
	}
}

// positivesOf returns how many of a million absent keys a filter for a target of 1e-4 takes for present.
func positivesOf(t *testing.T, name string, n uint64) int {
	t.Helper()
	e, err := filter.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := e.New(filter.Spec{N: n, FPR: 1e-4})
	if err != nil {
		t.Fatal(err)
	}
	hs := make([]uint64, 1_000_000)
	for i := range hs {
		hs[i] = splitMix(uint64(i + 1))
	}
	f.AddAll(hs[:n])
	for i := range hs {
		hs[i] = splitMix(uint64(i + 1 + len(hs)))
	}
	return f.Count(hs)
}

// A filter has the bits that its capacity needs, or is refused.
func caseCapped(t *testing.T) {
	e, err := filter.Find("bloom-classic")
	if err != nil {
		t.Fatal(err)
	}
	const n, target = 4_000_000, 0.001
	f, err := e.New(filter.Spec{N: n, FPR: target})
	if err != nil {
		t.Fatal(err)
	}
	if p := f.Params(); theory.EForm(float64(p.M), n, float64(p.K)) > target*1.0001 {
		t.Errorf("m = %d, k = %d give more than %v", p.M, p.K, target)
	}
	if f, err := e.New(filter.Spec{N: 1 << 62, FPR: target}); err == nil {
		t.Errorf("2^62 keys: got a filter of %d bits, want an error", f.Params().M)
	}
}

// 31 bits modulo 3 x 2^29 fall into the low third half of the time; 64 bits by fast range a third of the time. The
// bounds lie 10 standard deviations off.
func caseRemainder(t *testing.T) {
	const m, n = 3 << 29, 1_000_000
	remainder, ranged := 0, 0
	for i := range uint64(n) {
		x := splitMix(i + 1)
		if (x>>33)%m < m/3 {
			remainder++
		}
		if fastRange(x, m, 64) < m/3 {
			ranged++
		}
	}
	if math.Abs(float64(remainder)/n-0.5) > 0.005 || math.Abs(float64(ranged)/n-1.0/3) > 0.005 {
		t.Errorf("low third: %d by the remainder and %d by range of %d, want a half and a third", remainder, ranged, n)
	}
}
