package theory

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// Section 3.10 of the reference: four slots a bucket, 95 % of them used.
func TestCuckooPaperGolden(t *testing.T) {
	for _, c := range []struct {
		width int
		want  float64
	}{{8, 0.029421}, {12, 0.00185443}, {16, 0.000115963}} {
		digits := 6
		if c.width == 8 {
			digits = 5
		}
		if got := CuckooPaper(c.width, 4, 0.95); !nearDigits(got, c.want, digits) {
			t.Errorf("f=%d: got %.6g, want %.6g", c.width, got, c.want)
		}
	}
}

// cuckoo returns the shape of a filter with four slots a bucket.
func cuckoo(n, buckets uint64, width int) Filter {
	return Filter{N: n, M: buckets * 4 * uint64(width), K: 2, FingerprintBits: width, BucketSlots: 4}
}

// The two forms agree up to half of 1/(2^f-1), and the one here is the lower.
func TestCuckooForms(t *testing.T) {
	for _, width := range []int{8, 12, 16} {
		for _, n := range []uint64{1000, 40_000, 76_000} {
			exact, err := FPR("cuckoo", cuckoo(n, 20_000, width))
			if err != nil {
				t.Fatal(err)
			}
			paper := CuckooPaper(width, 4, float64(n)/80_000)
			if most := 0.5 / (math.Exp2(float64(width)) - 1); !(exact < paper) || paper/exact-1 > most*1.01 {
				t.Errorf("f=%d,n=%d: got %v, the paper's form is %v, more than %v above", width, n, exact, paper, most)
			}
		}
	}
}

// simulatedClasses returns the share of classes that n keys fill, where fingerprints of 2^f-1 values pair the
// buckets anew each: a cuckoo filter by its definition, but for the limit on keys a bucket.
func simulatedClasses(rng *rand.Rand, n, buckets, values int) float64 {
	shift := make([]int, values) // the buckets of a fingerprint are i and shift - i, one even and one odd
	for v := range shift {
		shift[v] = 1 + 2*rng.IntN(buckets/2)
	}
	held := map[[2]int]bool{}
	for range n {
		v, i := rng.IntN(values), rng.IntN(buckets)
		held[[2]int{v, i}], held[[2]int{v, (shift[v] - i + buckets) % buckets}] = true, true
	}
	return float64(len(held)) / float64(values*buckets) // a query's fingerprint in either of its buckets
}

// 20,000 simulated filters: their mean has a relative standard error near 2e-5, their standard deviation one of
// 0.5 %. The bounds of 5.5 of each, a false alarm of 4e-8, find a mean that is off by 1.1e-4, less than a fifth
// of what the paper's form is off here, and a deviation that is off by 2.8 %.
func TestCollisionsAgainstSimulation(t *testing.T) {
	const filters, n, buckets, width = 20_000, 150, 40, 6
	rng := rand.New(rand.NewPCG(1, 2))
	var sum, squares float64
	rates := make([]float64, filters)
	for i := range rates {
		rates[i] = simulatedClasses(rng, n, buckets, 1<<width-1)
		sum += rates[i]
	}
	mean := sum / filters
	for _, r := range rates {
		squares += (r - mean) * (r - mean)
	}
	sd := math.Sqrt(squares/filters) / mean
	f := cuckoo(n, buckets, width)
	want, err := FPR("cuckoo", f)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(mean/want-1) > 5.5*sd/math.Sqrt(filters) {
		t.Errorf("mean rate: got %v, want %v", mean, want)
	}
	if paper := CuckooPaper(width, 4, n/(4.0*buckets)); paper/want-1 < 5*5.5*sd/math.Sqrt(filters) {
		t.Errorf("the paper's form %v is not told from %v", paper, want)
	}
	scatter, ok := Scatter("cuckoo", f)
	if !ok || math.Abs(sd/scatter-1) > 5.5/math.Sqrt(2*filters) {
		t.Errorf("relative sd: got %.6f, want %.6f", sd, scatter)
	}
}

func TestQuotient(t *testing.T) {
	// One slot in two, remainders of 7 bits: 500 keys in 1000 * 2^7 classes.
	f := Filter{N: 500, M: 1000 * 10, K: 1, FingerprintBits: 7}
	got, err := FPR("quotient", f)
	if want := 1 - math.Pow(1-1.0/128_000, 500); err != nil || !nearDigits(got, want, 10) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	// Few keys, wide remainders: the rate is n over the classes, its scatter 1/sqrt(2 classes), to all digits.
	f = Filter{N: 1000, M: 2000 * 53, K: 1, FingerprintBits: 50}
	classes := math.Ldexp(2000, 50)
	if got, err := FPR("quotient", f); err != nil || !nearDigits(got, 1000/classes, 12) {
		t.Errorf("got %v, %v; want %v", got, err, 1000/classes)
	}
	if got, ok := Scatter("quotient", f); !ok || !nearDigits(got, 1/math.Sqrt(2*classes), 10) {
		t.Errorf("scatter: got %v, %t; want %v", got, ok, 1/math.Sqrt(2*classes))
	}
}

// The spread of filled classes is that of set bits with one probe a key, up to 1/classes.
func TestCollisionSDTiesToBloom(t *testing.T) {
	for _, n := range []uint64{100, 10_000, 100_000, 1_000_000} {
		const classes = 100_000
		if got, want := collisionSD(n, classes), RelativeSD(classes, float64(n), 1); math.Abs(got/want-1) > 1.0/classes {
			t.Errorf("n=%d: got %v, want %v", n, got, want)
		}
	}
	if below, above := collisionSD(9999, 1e8), collisionSD(10001, 1e8); math.Abs(above/below-1) > 2e-8 {
		t.Errorf("where the series takes over: got %v below and %v above", below, above)
	}
}

func TestStatic(t *testing.T) {
	for width, want := range map[int]float64{8: 0.00390625, 16: 1.0 / 65536, 1: 0.5} {
		f := Filter{N: 5, M: 100, K: 3, FingerprintBits: width}
		if got, err := FPR("static", f); err != nil || got != want {
			t.Errorf("f=%d: got %v, %v; want %v", width, got, err, want)
		}
		if got, ok := Scatter("static", f); !ok || got != 0 {
			t.Errorf("f=%d: scatter: got %v, %t; want 0", width, got, ok)
		}
	}
}

// Section 3.10 of the reference.
func TestFuseCellsGolden(t *testing.T) {
	for _, c := range []struct {
		n              uint64
		segment, cells float64
	}{
		{1, 4, 12}, {2, 4, 12}, {10, 16, 48}, {100, 64, 192}, {1000, 128, 1408}, {10_000, 512, 12_800},
		{11_500, 1024, 14_336}, {100_000, 2048, 118_784}, {1_000_000, 8192, 1_130_496}, {10_000_000, 32_768, 11_272_192},
	} {
		if cells, segment, err := FuseCells(c.n, 3); err != nil || cells != c.cells || segment != c.segment {
			t.Errorf("n=%d: got %v cells in segments of %v, %v; want %v and %v", c.n, cells, segment, err, c.cells, c.segment)
		}
	}
	for _, c := range []struct {
		n      uint64
		perKey float64
		digits int
	}{{100, 1.68, 3}, {1000, 1.376, 4}, {10_000, 1.2288, 5}, {100_000, 1.1264, 5}, {1_000_000, 1.0772, 5}, {10_000_000, 1.0764, 5}} {
		if cells, _, err := FuseCells(c.n, 4); err != nil || !nearDigits(cells/float64(c.n), c.perKey, c.digits) {
			t.Errorf("n=%d: got %.5f a key, %v; want %v", c.n, cells/float64(c.n), err, c.perKey)
		}
	}
	if _, _, err := FuseCells(10, 5); err == nil || !strings.Contains(err.Error(), "5 fingerprints") {
		t.Errorf("five cells a key: got %v, want an error", err)
	}
}

// Section 3.9 of the reference.
func TestLargeBitsPerKeyGolden(t *testing.T) {
	kinds := []string{"cuckoo", "cuckoo-semi-sorted", "xor", "fuse", "fuse4", "rsqf", "vqf"}
	for fpr, row := range map[float64][]float64{
		0.1:  {6.620, 5.573, 4.086, 3.737, 3.571, 5.734, 6.595},
		0.01: {10.098, 9.051, 8.172, 7.474, 7.142, 9.230, 10.110},
		1e-3: {13.577, 12.530, 12.258, 11.212, 10.713, 12.727, 13.625},
		1e-4: {17.055, 16.008, 16.344, 14.949, 14.284, 16.224, 17.140},
		1e-5: {20.534, 19.487, 20.430, 18.686, 17.855, 19.721, 20.656},
	} {
		for i, kind := range kinds {
			if got, ok := LargeBitsPerKey(kind, fpr); !ok || math.Abs(got-row[i]) > 0.00051 {
				t.Errorf("fpr=%v,kind=%s: got %.4f, want %.3f", fpr, kind, got, row[i])
			}
		}
	}
	if got, ok := LargeBitsPerKey("bloom", 0.01); ok {
		t.Errorf("an unknown kind: got %v", got)
	}
}

func TestFingerprintDomains(t *testing.T) {
	for _, c := range []struct {
		name string
		f    Filter
	}{
		{"cuckoo", Filter{N: 1, M: 64, K: 2, BucketSlots: 4}},
		{"cuckoo", Filter{N: 1, M: 64, K: 2, FingerprintBits: 8}},
		{"cuckoo", Filter{N: 1, M: 32, K: 2, FingerprintBits: 8, BucketSlots: 4}},
		{"cuckoo", Filter{N: 9, M: 64, K: 2, FingerprintBits: 8, BucketSlots: 4}},
		{"quotient", Filter{N: 1, M: 100, K: 1}},
		{"quotient", Filter{N: 1, M: 101, K: 1, FingerprintBits: 7}},
		{"quotient", Filter{N: 11, M: 100, K: 1, FingerprintBits: 7}},
		{"static", Filter{N: 1, M: 100, K: 3}},
		{"static", Filter{N: 1, M: 100, K: 3, FingerprintBits: 65}},
	} {
		t.Run(fmt.Sprintf("%s %+v", c.name, c.f), func(t *testing.T) {
			if got, err := FPR(c.name, c.f); err == nil || !strings.Contains(err.Error(), c.name) {
				t.Errorf("got %v, %v; want an error that names the theory", got, err)
			}
		})
	}
}
