package theory

import (
	"fmt"
	"math"
	"math/big"

	"gonum.org/v1/gonum/mathext"
)

// CVBand returns a band that holds, with probability 1 - alpha, the root mean square of the coefficients of
// variation of the arc shares of so many independent rings ("seeds") of equal nodes.
//
// The mean square is fitted by two distributions, and the band is the outer one of theirs: a scaled
// chi-square with the exact mean and variance, and a shifted gamma that has the exact skewness too. The
// first is too narrow above for few vnodes, the second below. By simulation down to alpha = 1e-3 a side is missed
// at most twice as often as alpha/2 says, and about as often from 10 vnodes a node on; no exact law is known.
//
// Errors: nodes < 2, vnodes < 1, seeds < 1, or alpha outside (0, 1).
func CVBand(nodes, vnodes, seeds int, alpha float64) (low, high float64, err error) {
	if err := checkBand(nodes, vnodes, alpha); err != nil {
		return 0, 0, err
	}
	if seeds < 1 {
		return 0, 0, fmt.Errorf("theory: %d seeds is not 1 or more", seeds)
	}
	mean, variance, third := squaredCVMoments(int64(nodes), int64(vnodes))
	n := float64(seeds)
	sd, skewness := math.Sqrt(variance/n), third/math.Pow(variance, 1.5)/math.Sqrt(n)

	// A gamma variate of shape k has the mean k, the standard deviation sqrt(k) and the skewness 2/sqrt(k).
	k2, k3 := mean*mean/(sd*sd), 4/(skewness*skewness)
	low = math.Inf(1)
	for _, k := range []float64{k2, k3} {
		x0, x1 := gammaQuantiles(k, alpha/2)
		low = min(low, mean+sd*(x0-k)/math.Sqrt(k))
		high = max(high, mean+sd*(x1-k)/math.Sqrt(k))
	}
	return math.Sqrt(max(0, low)), math.Sqrt(high), nil
}

func checkBand(nodes, vnodes int, alpha float64) error {
	switch {
	case nodes < 2:
		return fmt.Errorf("theory: %d nodes is not 2 or more", nodes)
	case vnodes < 1:
		return fmt.Errorf("theory: %d vnodes a node is not 1 or more", vnodes)
	}
	return checkAlpha(alpha)
}

func checkAlpha(alpha float64) error {
	if !(alpha > 0 && alpha < 1) {
		return fmt.Errorf("theory: alpha %v is not in (0, 1)", alpha)
	}
	return nil
}

// squaredCVMoments returns the mean, the variance and the third central moment of CV^2 = N sum(p_i^2) - 1,
// where p is Dirichlet(V, …, V). They follow from E[product of p_i^a_i] = product of V^(a_i) / S^(sum of a_i),
// S = N V and x^(a) = x (x+1) … (x+a-1). In rationals, since the central moments are small differences.
func squaredCVMoments(nodes, vnodes int64) (mean, variance, third float64) {
	n, n1, n2 := big.NewRat(nodes, 1), big.NewRat(nodes-1, 1), big.NewRat(nodes-2, 1)
	m2, m4, m6 := risingRat(vnodes, 2), risingRat(vnodes, 4), risingRat(vnodes, 6)
	s2, s4, s6 := risingRat(nodes*vnodes, 2), risingRat(nodes*vnodes, 4), risingRat(nodes*vnodes, 6)

	e1 := quoRats(mulRats(n, n, m2), s2)
	e2 := quoRats(mulRats(n, n, addRats(mulRats(n, m4), mulRats(n, n1, m2, m2))), s4)
	e3 := quoRats(mulRats(n, n, n, addRats(
		mulRats(n, m6), mulRats(big.NewRat(3, 1), n, n1, m4, m2), mulRats(n, n1, n2, m2, m2, m2))), s6)

	v := addRats(e2, mulRats(big.NewRat(-1, 1), e1, e1))
	t := addRats(e3, mulRats(big.NewRat(-3, 1), e1, e2), mulRats(big.NewRat(2, 1), e1, e1, e1))
	return ratFloat(addRats(e1, big.NewRat(-1, 1))), ratFloat(v), ratFloat(t)
}

// risingRat is the rising factorial x (x+1) … (x+k-1).
func risingRat(x int64, k int64) *big.Rat {
	r := big.NewRat(1, 1)
	for i := range k {
		r.Mul(r, big.NewRat(x+i, 1))
	}
	return r
}

func mulRats(factors ...*big.Rat) *big.Rat {
	r := big.NewRat(1, 1)
	for _, f := range factors {
		r.Mul(r, f)
	}
	return r
}

func addRats(terms ...*big.Rat) *big.Rat {
	r := new(big.Rat)
	for _, t := range terms {
		r.Add(r, t)
	}
	return r
}

func quoRats(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }

func ratFloat(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

// PeakBand returns a band that holds, with probability 1 - alpha or more, the peak-to-average ratio of the
// arc shares of one ring of equal nodes.
//
// A share is Beta(V, V(N-1)). The upper end is the union bound over nodes, N P(share > x) = alpha/2. The
// lower end takes the nodes as independent, P(share <= x)^N = alpha/2: shares of a Dirichlet vector are
// negatively associated (Joag-Dev and Proschan, 1983), so the true chance is at most that. Errors are those
// of CVBand.
func PeakBand(nodes, vnodes int, alpha float64) (low, high float64, err error) {
	if err := checkBand(nodes, vnodes, alpha); err != nil {
		return 0, 0, err
	}
	n, v := float64(nodes), float64(vnodes)
	below := math.Exp(math.Log(alpha/2) / n)
	low = n * betaQuantile(v, v*(n-1), below)
	// The complement has Beta(V(N-1), V), whose lower tail keeps its digits.
	high = n * (1 - betaQuantile(v*(n-1), v, alpha/2/n))
	return max(1, low), high, nil
}

// betaQuantile returns x with I_x(a, b) = p.
func betaQuantile(a, b, p float64) float64 {
	return solveRising(func(x float64) float64 { return mathext.RegIncBeta(a, b, x) }, 0, 1, p)
}

// gammaQuantiles returns x0 with P(k, x0) = tail and x1 with Q(k, x1) = tail, P and Q the regularised lower
// and upper incomplete gamma functions.
func gammaQuantiles(k, tail float64) (x0, x1 float64) {
	most := k + 1
	for mathext.GammaIncRegComp(k, most) > tail {
		most *= 2
	}
	x0 = solveRising(func(x float64) float64 { return mathext.GammaIncReg(k, x) }, 0, most, tail)
	x1 = solveRising(func(x float64) float64 { return -mathext.GammaIncRegComp(k, x) }, 0, most, -tail)
	return x0, x1
}

// solveRising returns x in [low, high] with f(x) = p for a rising f, by bisection down to neighbouring floats.
func solveRising(f func(float64) float64, low, high, p float64) float64 {
	for {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			return middle
		}
		if f(middle) < p {
			low = middle
		} else {
			high = middle
		}
	}
}
