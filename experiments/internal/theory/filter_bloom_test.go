package theory

import (
	"fmt"
	"math"
	"testing"
)

// nearDigits reports whether got equals want to the given number of significant digits.
func nearDigits(got, want float64, digits int) bool {
	if want == 0 {
		return got == 0
	}
	return math.Abs(got/want-1) <= 0.5000001*math.Pow(10, 1-float64(digits))/leading(want)
}

// leading returns the leading digit of x with its fraction: 3.2 for 0.0032.
func leading(x float64) float64 { return x / math.Pow(10, math.Floor(math.Log10(x))) }

// goldenForms are the five forms at the same shapes, computed once with independent code. The row
// (44, 1, 31) is what the textbook rule gives for n = 1 and a target of 1e-9.
var goldenForms = []struct {
	m, n                                         uint64
	k                                            int
	eForm, finiteM, exact, distinct, partitioned float64
}{
	{64, 6, 7, 5.97478810e-3, 6.21172721e-3, 6.85941181e-3, 6.10159519e-3, 7.91379352e-3},
	{100, 10, 7, 8.19372207e-3, 8.39480763e-3, 8.93631159e-3, 8.42040732e-3, 9.74209025e-3},
	{512, 51, 7, 8.04005466e-3, 8.07817741e-3, 8.17966273e-3, 8.08037381e-3, 8.31177770e-3},
	{512, 32, 9, 5.04881782e-4, 5.08200637e-4, 5.20312765e-4, 4.99510656e-4, 5.35718345e-4},
	{1000, 100, 7, 8.19372207e-3, 8.21355463e-3, 8.26624751e-3, 8.21525983e-3, 8.33383315e-3},
	{4096, 409, 7, 8.13585373e-3, 8.14065867e-3, 8.15341250e-3, 8.14099703e-3, 8.16956375e-3},
	{9586, 1000, 7, 1.00345320e-2, 1.00370198e-2, 1.00435840e-2, 1.00380703e-2, 1.00519632e-2},
	{95851, 10000, 7, 1.00390105e-2, 1.00392594e-2, 1.00399159e-2, 1.00393645e-2, 1.00407528e-2},
	{958506, 100000, 7, 1.00392096e-2, 1.00392345e-2, 1.00393001e-2, 1.00392450e-2, 1.00393838e-2},
	{9585059, 1000000, 7, 1.00392146e-2, 1.00392170e-2, 1.00392236e-2, 1.00392181e-2, 1.00392320e-2},
	{1438, 100, 10, 9.98864133e-4, 1.00127190e-3, 1.01089193e-3, 1.00137977e-3, 1.02325415e-3},
	{14378, 1000, 10, 9.99826372e-4, 1.00006709e-3, 1.00102607e-3, 1.00007738e-3, 1.00223666e-3},
	{28756, 1000, 20, 9.99652773e-7, 9.99893449e-7, 1.00191870e-6, 9.99915050e-7, 1.00447833e-6},
	{44, 1, 31, 6.60384882e-10, 8.43219683e-10, 1.10736246e-8, 1.92620603e-11, 1.92832192e-5},
}

func TestBloomForms(t *testing.T) {
	for _, c := range goldenForms {
		t.Run(fmt.Sprintf("m=%d,n=%d,k=%d", c.m, c.n, c.k), func(t *testing.T) {
			exact, err := FPR("bloom", Filter{M: c.m, N: c.n, K: c.k})
			if err != nil {
				t.Fatal(err)
			}
			m, n, k := float64(c.m), float64(c.n), float64(c.k)
			for _, f := range []struct {
				name      string
				got, want float64
			}{
				{"e-form", EForm(m, n, k), c.eForm},
				{"finite-m", FiniteM(m, n, k), c.finiteM},
				{"exact", exact, c.exact},
				{"distinct", Distinct(c.m, c.n, c.k), c.distinct},
				{"partitioned", Partitioned(m, n, k), c.partitioned},
			} {
				if !nearDigits(f.got, f.want, 9) {
					t.Errorf("%s: got %.9g, want %.9g", f.name, f.got, f.want)
				}
			}
		})
	}
}

// Small values on which three exact methods agree to 15 digits.
func TestBloomSmallValues(t *testing.T) {
	for _, c := range []struct {
		f    Filter
		want float64
	}{
		{Filter{M: 8, N: 2, K: 2}, 0.177764892578125},
		{Filter{M: 32, N: 5, K: 4}, 0.0517024885483750},
		{Filter{M: 64, N: 8, K: 3}, 0.0317267071841267},
		{Filter{M: 64, N: 10, K: 5}, 0.0502255729252606},
		{Filter{M: 100, N: 10, K: 7}, 0.00893631159467947},
		{Filter{M: 400, N: 10, K: 7, CounterBits: 4}, 0.00893631159467947},
	} {
		if got, err := FPR("bloom", c.f); err != nil || !nearDigits(got, c.want, 15) {
			t.Errorf("%+v: got %.15g, %v; want %.15g", c.f, got, err, c.want)
		}
	}
}

// christensen returns the exact rate by the recurrence over the number of set bits of K. Christensen,
// A. Roginsky and M. Jimeno, Information Processing Letters 110 (21), 2010. Its terms are all positive.
func christensen(m, n uint64, k int) float64 {
	p := make([]float64, m+1)
	p[0] = 1
	for range n * uint64(k) {
		for j := m; j > 0; j-- {
			p[j] = (p[j]*float64(j) + p[j-1]*float64(m-j+1)) / float64(m)
		}
		p[0] = 0
	}
	sum := 0.0
	for j, q := range p {
		sum += q * math.Pow(float64(j)/float64(m), float64(k))
	}
	return sum
}

func TestBloomAgainstRecurrence(t *testing.T) {
	for _, m := range []uint64{1, 2, 3, 10, 64, 300} {
		for _, n := range []uint64{1, 2, 9, 40} {
			for _, k := range []int{1, 2, 3, 7, 20, 50} {
				got, err := FPR("bloom", Filter{M: m, N: n, K: k})
				if want := christensen(m, n, k); err != nil || math.Abs(got/want-1) > 1e-11 {
					t.Errorf("m=%d,n=%d,k=%d: got %v, %v; want %v", m, n, k, got, err, want)
				}
			}
		}
	}
}

// A sparse filter needs more working precision than 2k + 64 bits: its rate is far below 2^-k.
func TestBloomSparse(t *testing.T) {
	got, err := FPR("bloom", Filter{M: 28756, N: 10, K: 30})
	if err != nil || !nearDigits(got, 3.07e-60, 3) {
		t.Errorf("got %v, %v; want 3.07e-60", got, err)
	}
}

func TestFPRDomain(t *testing.T) {
	if got, err := FPR("bloom", Filter{M: 100, K: 3}); got != 0 || err != nil {
		t.Errorf("no keys: got %v, %v; want 0", got, err)
	}
	for _, c := range []struct {
		name string
		f    Filter
	}{
		{"no-such-theory", Filter{N: 1, M: 1, K: 1}},
		{"bloom", Filter{N: 1, K: 1}},
		{"bloom", Filter{N: 1, M: 1}},
		{"bloom", Filter{N: 1, M: 1, K: -1}},
		{"bloom", Filter{N: 1, M: 1, K: 257}},
		{"bloom", Filter{N: 1<<50 + 1, M: 1, K: 1}},
		{"bloom", Filter{N: 1, M: 9, K: 1, CounterBits: 4}},
		{"bloom-split", Filter{N: 1, M: 256, K: 8}},
		{"bloom-split", Filter{N: 1, M: 256, K: 7, BlockBits: 256, LaneBits: 32}},
		{"bloom-split", Filter{N: 1, M: 300, K: 8, BlockBits: 256, LaneBits: 32}},
	} {
		if got, err := FPR(c.name, c.f); err == nil {
			t.Errorf("FPR(%q, %+v): got %v, want an error", c.name, c.f, got)
		}
	}
}

func TestFillConditional(t *testing.T) {
	if got, err := FillConditional("bloom", 0.5, 7); err != nil || got != 1.0/128 {
		t.Errorf("got %v, %v; want 1/128", got, err)
	}
	for _, c := range []struct {
		name string
		fill float64
		k    int
	}{
		{"no-such-theory", 0.5, 7}, {"bloom-split", 0.5, 8}, {"bloom", 1.1, 7}, {"bloom", -0.1, 7},
		{"bloom", math.NaN(), 7}, {"bloom", 0.5, 0}, {"bloom", 0.5, 257},
	} {
		if got, err := FillConditional(c.name, c.fill, c.k); err == nil {
			t.Errorf("FillConditional(%q, %v, %d): got %v, want an error", c.name, c.fill, c.k, got)
		}
	}
}
