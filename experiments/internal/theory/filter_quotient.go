package theory

import (
	"fmt"
	"math"
)

// quotientMeta is the metadata of a slot, in bits.
const quotientMeta = 3

func init() {
	filterTheories["quotient"] = filterTheory{
		fits: func(f Filter) error {
			if f.FingerprintBits < 1 || f.FingerprintBits > 61 || f.M%uint64(f.FingerprintBits+quotientMeta) != 0 {
				return fmt.Errorf("m = %d bits are not slots of three and 1 … 61 bits, got %d", f.M, f.FingerprintBits)
			}
			if slots := f.M / uint64(f.FingerprintBits+quotientMeta); f.N > slots {
				return fmt.Errorf("n = %d keys do not fit %d slots", f.N, slots)
			}
			return nil
		},
		fpr:     func(f Filter) (float64, error) { return collision(f.N, f.quotientClasses()), nil },
		scatter: func(f Filter) float64 { return collisionSD(f.N, f.quotientClasses()) },
	}
}

// quotientClasses returns how many fingerprints a quotient filter tells apart: slots times remainders.
func (f Filter) quotientClasses() float64 {
	slots := f.M / uint64(f.FingerprintBits+quotientMeta)
	return math.Ldexp(float64(slots), f.FingerprintBits)
}
