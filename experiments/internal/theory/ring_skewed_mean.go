package theory

import "math"

const (
	// meanCells is into how many cells the mean load is cut.
	meanCells = 100
	// hotCells is the share of a key, in cells, from which on it is placed by itself.
	hotCells = 10
	// unlikely is the chance of a share below which a mean does without it.
	unlikely = 1e-6
)

// SkewedPeak returns the mean, over many sets of nodes, of the fullest node's load divided by the mean load, where keys
// are asked for by Zipf's law. Given where the hottest key is, the loads of nodes are taken as independent; hot keys
// are placed one by one on a lattice of 1/100 of the mean load, and the others, each below a tenth of it, are taken
// as normal together. By simulation it is off by less than 1 % from 20 nodes and exponents of 0.8 on. Errors are those of
// SkewedPeakBand.
func SkewedPeak(name string, nodes, vnodes int, z ZipfKeys) (float64, error) {
	shares, err := z.shares()
	if err != nil {
		return 0, err
	}
	each, err := nodeShares(name, nodes, vnodes, narrowSweep, false)
	if err != nil {
		return 0, err
	}
	hot, err := nodeShares(name, nodes, vnodes, narrowSweep, true)
	if err != nil {
		return 0, err
	}
	l := newLoadLattice(shares, nodes)
	others, hottest := l.distribution(each), l.distribution(hot)
	shift := int(math.Round(shares[0] / l.step))
	sum := 0.0
	for i := range others {
		upTo := 0.0
		if i >= shift {
			upTo = hottest[i-shift]
		}
		sum += 1 - upTo*math.Pow(others[i], float64(nodes-1))
	}
	// A cell stands for loads around its number, so a half of one lies above.
	return float64(nodes) * l.step * (sum - 0.5), nil
}

// A loadLattice holds all keys but the hottest: those of some size in cells, and the rest in two moments.
type loadLattice struct {
	step          float64
	cells         int
	hot           []int   // shares, in cells
	rest, squares float64 // sums of the shares and of their squares
}

func newLoadLattice(shares []float64, nodes int) loadLattice {
	l := loadLattice{step: 1 / float64(nodes) / meanCells}
	for _, c := range shares[1:] {
		if cells := c / l.step; cells >= hotCells {
			l.hot = append(l.hot, int(math.Round(cells)))
			continue
		}
		l.rest, l.squares = l.rest+c, l.squares+c*c
	}
	// Room for the hottest keys together on one node, beside all others.
	most := 6 / float64(nodes)
	for _, c := range shares[:min(5, len(shares))] {
		most += c
	}
	l.cells = int(math.Ceil(most / l.step))
	return l
}

// distribution returns the chance of a load up to each cell, of a node whose share has the law.
func (l loadLattice) distribution(law []shareOf) []float64 {
	mass := make([]float64, l.cells)
	for _, s := range law {
		if s.chance < unlikely {
			continue
		}
		placed := make([]float64, l.cells)
		placed[0] = 1
		for _, shift := range l.hot {
			for i := l.cells - 1; i >= 0; i-- {
				placed[i] *= 1 - s.share
				if i >= shift {
					placed[i] += s.share * placed[i-shift]
				}
			}
		}
		l.blur(mass, placed, s)
	}
	for i := 1; i < len(mass); i++ {
		mass[i] += mass[i-1]
	}
	for i := range mass {
		mass[i] = min(1, mass[i]+1-mass[len(mass)-1]) // what lies beyond the last cell counts below, as next to nothing
	}
	return mass
}

// blur adds to mass what the keys beside the hot ones make of placed, times the chance of the share.
func (l loadLattice) blur(mass, placed []float64, s shareOf) {
	mean := s.share * l.rest / l.step
	sd := max(1e-9, math.Sqrt(s.share*(1-s.share)*l.squares)/l.step)
	from, to := int(math.Floor(mean-9*sd)), int(math.Ceil(mean+9*sd))
	kernel := make([]float64, to-from+1)
	below := func(x float64) float64 { return math.Erfc((mean-x)/(sd*math.Sqrt2)) / 2 }
	for i := range kernel {
		at := float64(from + i)
		kernel[i] = s.chance * (below(at+0.5) - below(at-0.5))
	}
	for i, p := range placed {
		if p < 1e-15 {
			continue
		}
		for j, k := range kernel {
			if at := max(0, i+from+j); at < len(mass) {
				mass[at] += p * k
			}
		}
	}
}
