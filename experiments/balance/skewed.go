package balance

import (
	"fmt"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/theory"
	"hashlab/impl/consistent"
)

// Keys that are asked for by Zipf's law: what theory says of the fullest node, and its gate.

// skewedTheory fills the cv of any law, and the fullest node where the law has one.
func skewedTheory(row *record.BalanceRow, e consistent.Entry, laws *skewedLaws) error {
	cv, err := theory.SkewedCV(e.Theory, row.Nodes, row.Vnodes, float64(row.Effective))
	if err != nil {
		return err
	}
	z, err := keys.NewZipf(int(row.Keys), float64(row.Zipf))
	if err != nil {
		return err
	}
	row.CVTheory, row.PeakFloor = record.Float(cv), record.Float(max(1, z.Share(0)*float64(row.Nodes)))
	if !hasSkewedPeak(*row, e) {
		return nil
	}
	peak, err := laws.peak(lawOf(*row, e))
	row.PeakTheory = record.Float(peak)
	return err
}

// hasSkewedPeak reports whether theory knows the fullest node of a row under Zipf's law. Of rings with fewer points the
// law of shares is too wide to be integrated as it is.
func hasSkewedPeak(r record.BalanceRow, e consistent.Entry) bool {
	return r.Zipf > 0 && r.Slack == 0 && r.Weights == "" && r.Replicas <= 1 && r.Keys > 0 && r.Nodes > 1 &&
		(e.Theory == "multinomial" || e.Theory == "dirichlet" && r.Vnodes >= fewVnodes)
}

// gatedSkew reports whether a row must agree with that: of our own locators, with a good hash.
func gatedSkew(r record.BalanceRow) bool {
	e, err := consistent.Find(r.Locator)
	return err == nil && e.Module == "" && r.IDs == "made" && plan.IsGoodHash(r.Hash) && hasSkewedPeak(r, e)
}

// gateSkew gives a row the band that holds the fullest nodes of all its seeds.
func gateSkew(r *record.BalanceRow, alpha float64, laws *skewedLaws) error {
	e, err := consistent.Find(r.Locator)
	if err != nil {
		return err
	}
	low, high, err := laws.band(lawOf(*r, e), alpha/float64(r.Seeds))
	setPeakGate(r, low, high)
	return err
}

// A skewedLaw is what the law of a row depends on.
type skewedLaw struct {
	theory        string
	nodes, vnodes int
	keys          theory.ZipfKeys
}

func lawOf(r record.BalanceRow, e consistent.Entry) skewedLaw {
	l := skewedLaw{e.Theory, r.Nodes, r.Vnodes, theory.ZipfKeys{Keys: int(r.Keys), Exponent: float64(r.Zipf)}}
	if e.Theory == "multinomial" {
		l.vnodes = 0
	}
	return l
}

// skewedLaws keeps what was computed: many rows share a law, and one takes a tenth of a second.
type skewedLaws struct {
	peaks map[skewedLaw]float64
	bands map[skewedBand][2]float64
}

type skewedBand struct {
	law   skewedLaw
	alpha float64
}

func newSkewedLaws() *skewedLaws {
	return &skewedLaws{map[skewedLaw]float64{}, map[skewedBand][2]float64{}}
}

func (s *skewedLaws) peak(l skewedLaw) (float64, error) {
	if peak, ok := s.peaks[l]; ok {
		return peak, nil
	}
	peak, err := theory.SkewedPeak(l.theory, l.nodes, l.vnodes, l.keys)
	if err == nil {
		s.peaks[l] = peak
	}
	return peak, err
}

func (s *skewedLaws) band(l skewedLaw, alpha float64) (low, high float64, err error) {
	if b, ok := s.bands[skewedBand{l, alpha}]; ok {
		return b[0], b[1], nil
	}
	low, high, err = theory.SkewedPeakBand(l.theory, l.nodes, l.vnodes, l.keys, alpha)
	if err == nil {
		s.bands[skewedBand{l, alpha}] = [2]float64{low, high}
	}
	return low, high, err
}

// skewAgrees checks the fullest node of every set of nodes whose keys are asked for by Zipf's law.
func skewAgrees(rows []record.BalanceRow) record.CheckRow {
	c := newCheck("under Zipf's law the fullest node lies where theory says for good hash functions")
	sets, widest, name := 0, 0.0, ""
	for _, r := range rows {
		if !gatedSkew(r) || r.PeakInGate == "" {
			continue
		}
		c.Tests++
		sets += r.Seeds
		if r.PeakInGate == "no" {
			c.Holds = false
			c.Detail += fmt.Sprintf("%s %s N=%d Zipf %g: %.4g to %.4g outside %.4g to %.4g; ", r.Locator, r.Hash, r.Nodes, r.Zipf, r.PeakMin, r.PeakMax, r.PeakGateLow, r.PeakGateHigh)
		}
		if w := float64(r.PeakGateHigh / r.PeakTheory); w > widest {
			widest, name = w, fmt.Sprintf("%s at Zipf %g", r.Locator, r.Zipf)
		}
	}
	c.Detail += fmt.Sprintf("%d sets of nodes, bounds simultaneous at family level %g", sets, familyError)
	if c.Tests > 0 {
		c.Detail += fmt.Sprintf("; a peak of %.3g times its mean is found everywhere (widest: %s)", widest, name)
	}
	return c
}
