package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// DetectableExcess returns the relative excess δ of a false-positive rate over the claimed one, (1+δ)·p0
// against p0, that a one-sided test at error level alpha finds with the given power. What matters is the
// number of false positives expected under the claim, E = q·p0, whatever p0 is, as long as p0 is small. It is
// to be printed beside every claim that was not rejected. With design effect D give it E/D. It needs a finite
// E > 0, alpha in (0, 0.5] and power in [0.5, 1).
//
// With z the upper normal quantiles of alpha and 1 - power, δ = (z_α + z_β·√(1+δ))/√E. That is a quadratic
// equation in √(1+δ): its positive root is returned.
func DetectableExcess(expectedFalsePositives, alpha, power float64) (excess float64, ok bool) {
	e := expectedFalsePositives
	if !(e > 0) || math.IsInf(e, 1) || !(alpha > 0 && alpha <= 0.5) || !(power >= 0.5 && power < 1) {
		return 0, false
	}
	zAlpha, zBeta := -distuv.UnitNormal.Quantile(alpha), distuv.UnitNormal.Quantile(power)
	half := zBeta / (2 * math.Sqrt(e))
	root := half + math.Sqrt(half*half+1+zAlpha/math.Sqrt(e))
	return root*root - 1, true
}
