package keys

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// The first outputs of SplitMix64 from seed 1234567, as the task "Pseudo-random numbers/Splitmix64" of
// Rosetta Code lists them.
func TestMixKnownAnswers(t *testing.T) {
	for i, want := range []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
	} {
		if got := random8(1234567).word(uint64(i)); got != want {
			t.Errorf("word %d: got %d, want %d", i, got, want)
		}
	}
}

func TestPermutationIsBijective(t *testing.T) {
	for n := uint64(1); n <= 300; n++ {
		checkBijective(t, n, n)
	}
	rapid.Check(t, func(t *rapid.T) {
		checkBijective(t, rapid.Uint64Range(301, 5000).Draw(t, "n"), rapid.Uint64().Draw(t, "seed"))
	})
}

func checkBijective(t rapid.TB, n, seed uint64) {
	t.Helper()
	p := newPermutation(n, seed)
	seen := make([]bool, n)
	for i := range n {
		image := p.at(i)
		if image >= n || seen[image] {
			t.Fatalf("n=%d seed=%d: the image of %d is %d: out of range or taken", n, seed, i, image)
		}
		seen[image] = true
	}
}

// Large domains cannot be walked through: their ends must map into the domain, and not on one another.
func TestPermutationLarge(t *testing.T) {
	for _, n := range []uint64{1 << 32, 1<<32 + 1, 1<<56 - 1, 1 << 56, endless - 1, endless} {
		p := newPermutation(n, 7)
		if p.a > 1<<32 || p.a*p.b < n {
			t.Errorf("n=%d: %d x %d does not cover it", n, p.a, p.b)
		}
		seen := map[uint64]bool{}
		for i := range uint64(10_000) {
			for _, j := range []uint64{i, n - 1 - i} {
				image := p.at(j)
				if image >= n || seen[image] {
					t.Fatalf("n=%d: the image of %d is %d: out of range or taken", n, j, image)
				}
				seen[image] = true
			}
		}
	}
}

// A permutation must send every stretch of the domain evenly into all stretches. Over a table of 64 x 64
// stretches the chi-square statistic has 63^2 degrees of freedom, since row and column sums are fixed. The
// limits leave out 1e-9 on each side, 3e-8 over all tables. They lie 534 above and below the mean, and a
// relative deviation d (root mean square over the cells) adds n d^2: one of 9 % at n = 65,536, or of 7 % at
// the two real sets' sizes, is found half of the time.
func TestPermutationMixes(t *testing.T) {
	const cells = 64
	chi := distuv.ChiSquared{K: (cells - 1) * (cells - 1)}
	low, high := chi.Quantile(1e-9), chi.Quantile(1-1e-9)
	for _, n := range []uint64{65_536, 104_334, 121_570} {
		for seed := range uint64(5) {
			t.Run(fmt.Sprintf("n=%d/seed=%d", n, seed), func(t *testing.T) {
				if got := spread(newPermutation(n, seed).at, n, cells); got < low || got > high {
					t.Errorf("chi-square is %.0f, not in %.0f … %.0f", got, low, high)
				}
			})
		}
	}
	// Fixtures that must fail: no mixing, and a stride, which is too even.
	const n = 65_536
	for name, f := range map[string]func(uint64) uint64{
		"identity": func(i uint64) uint64 { return i },
		"stride":   func(i uint64) uint64 { return i * 40_503 % n },
	} {
		if got := spread(f, n, cells); got >= low && got <= high {
			t.Errorf("%s passes with chi-square %.0f in %.0f … %.0f", name, got, low, high)
		}
	}
}

// spread returns the chi-square statistic of the table of i's stretch by f(i)'s stretch.
func spread(f func(uint64) uint64, n, cells uint64) float64 {
	counts := make([]float64, cells*cells)
	rows, columns := make([]float64, cells), make([]float64, cells)
	for i := range n {
		row, column := i*cells/n, f(i)*cells/n
		counts[row*cells+column]++
		rows[row]++
		columns[column]++
	}
	sum := 0.0
	for i, got := range counts {
		want := rows[uint64(i)/cells] * columns[uint64(i)%cells] / float64(n)
		sum += (got - want) * (got - want) / want
	}
	return sum
}
