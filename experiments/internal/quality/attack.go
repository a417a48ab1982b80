package quality

import (
	"fmt"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/theory"
)

// attacks hashes keys that are known to collide under some function, with seed 0 and with as many random seeds
// as the amount allows, and counts the keys of one seed whose hash another key had before. A function of 64
// bits may have none.
func attacks(s subject, a amount) ([]finding, error) {
	var found []finding
	for _, set := range keys.Adversarial() {
		n := min(a.attacked, set.Most)
		ks, err := set.Keys(n)
		if err != nil {
			return nil, err
		}
		seeds := s.seeds(a.perAttack/n, true)
		hashes, shared := make([]uint64, n), 0
		for _, seed := range seeds {
			h, _, err := s.seeded(seed)
			if err != nil {
				return nil, err
			}
			h.Sum(hashes, ks)
			shared += n - distinct(hashes)
		}
		expected := float64(len(seeds)) * theory.PointCollisions(float64(n), s.entry.Bits)
		p := func(count float64) float64 { return poissonTwoSided(count, expected) }
		found = append(found, finding{
			Result: Result{Test: Attack, Keys: set.Name, Detail: fmt.Sprintf("%d keys, %d seeds", n, len(seeds)),
				N: n * len(seeds), Statistic: float64(shared), Expected: expected, P: p(float64(shared))},
			limits: func(alpha float64) (low, high float64) {
				return countLimits(expected, float64(n*len(seeds)), alpha, p)
			},
		})
	}
	return found, nil
}
