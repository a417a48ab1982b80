package balance

import (
	"fmt"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/experiments/internal/theory"
	"hashlab/impl/consistent"
)

// familyError is the chance that a gate over all its rows fails anywhere although all is well.
const familyError = 1e-6

// fewVnodes is the number of points a node below which the law of the cv is not known well enough for the band of the
// gate; such rows have the 95 % band and the gate of the peak, whose law is exact.
const fewVnodes = 40

// gate gives rows the bands that hold simultaneously: arcs those of cv and peak, keys of schemes that are uniform by
// design that of cv, and keys asked for by Zipf's law that of peak.
func gate(rows []record.BalanceRow, laws *skewedLaws) error {
	for _, g := range []struct {
		takes func(record.BalanceRow) bool
		tests func(record.BalanceRow) int // that a row counts for
		band  func(r *record.BalanceRow, alpha float64) error
	}{
		{func(r record.BalanceRow) bool { return r.CVBandLow.Known() && r.Vnodes >= fewVnodes }, one, gateArcs},
		{func(r record.BalanceRow) bool { return r.CVBandLow.Known() }, func(r record.BalanceRow) int { return r.Seeds }, gatePeaks},
		{uniform, one, gateKeys},
		{gatedSkew, func(r record.BalanceRow) int { return r.Seeds }, func(r *record.BalanceRow, alpha float64) error { return gateSkew(r, alpha, laws) }},
	} {
		tests := 0
		for _, r := range rows {
			if g.takes(r) {
				tests += g.tests(r)
			}
		}
		for i := range rows {
			if !g.takes(rows[i]) {
				continue
			}
			if err := g.band(&rows[i], familyError/float64(tests)*float64(g.tests(rows[i]))); err != nil {
				return err
			}
		}
	}
	return nil
}

func one(record.BalanceRow) int { return 1 }

// uniform reports whether a row is of keys that a scheme of ours spreads uniformly by design, each asked for alike.
func uniform(r record.BalanceRow) bool {
	e, err := consistent.Find(r.Locator)
	return err == nil && e.Theory == "multinomial" && e.Module == "" && r.Keys >= 5*uint64(r.Nodes) && r.Nodes > 1 &&
		r.Zipf == 0 && r.Weights == "" && r.Replicas <= 1 && r.Slack == 0 && r.IDs == "made"
}

func gateArcs(r *record.BalanceRow, alpha float64) error {
	low, high, err := theory.CVBand(r.Nodes, r.Vnodes, r.Seeds, alpha)
	setGate(r, low, high)
	return err
}

func gateKeys(r *record.BalanceRow, alpha float64) error {
	low, high, err := theory.UniformBand(r.Nodes, r.Keys, r.Seeds, alpha)
	setGate(r, low, high)
	return err
}

func setGate(r *record.BalanceRow, low, high float64) {
	r.CVGateLow, r.CVGateHigh, r.WithinGate = record.Float(low), record.Float(high), "no"
	if r.CV >= r.CVGateLow && r.CV <= r.CVGateHigh {
		r.WithinGate = "yes"
	}
}

// gatePeaks shares alpha among the seeds of the row.
func gatePeaks(r *record.BalanceRow, alpha float64) error {
	low, high, err := theory.PeakBand(r.Nodes, r.Vnodes, alpha/float64(r.Seeds))
	setPeakGate(r, low, high)
	return err
}

func setPeakGate(r *record.BalanceRow, low, high float64) {
	r.PeakGateLow, r.PeakGateHigh, r.PeakInGate = record.Float(low), record.Float(high), "no"
	if r.PeakMin >= r.PeakGateLow && r.PeakMax <= r.PeakGateHigh {
		r.PeakInGate = "yes"
	}
}

// checks holds the rows to what must be true.
func checks(rows []record.BalanceRow, cells [][]record.BalancePoint) []record.CheckRow {
	all := []record.CheckRow{goodRings(rows)}
	all = append(all, weakRings(rows)...)
	return append(all, peaksAgree(rows), skewAgrees(rows), evenKeys(rows), weightsMet(rows, cells), boundKept(rows), overflowAgrees(rows, cells), copiesWhole(rows))
}

func newCheck(name string) record.CheckRow {
	return record.CheckRow{Experiment: "balance", Check: name, Holds: true}
}

// goodRings checks that good hash functions agree with theory.
func goodRings(rows []record.BalanceRow) record.CheckRow {
	c := newCheck("cv of ring-vnodes agrees with theory for good hash functions")
	for _, r := range rows {
		if r.Keys > 0 || r.WithinGate == "" || r.Locator != plan.BaseLocator || !plan.IsGoodHash(r.Hash) {
			continue
		}
		c.Tests++
		if r.WithinGate == "no" {
			c.Holds = false
			c.Detail += fmt.Sprintf("%s %s N=%d V=%d: cv %.4g outside %.4g to %.4g; ", r.Hash, r.Labels, r.Nodes, r.Vnodes, r.CV, r.CVGateLow, r.CVGateHigh)
		}
	}
	c.Detail += fmt.Sprintf("%d rows of arc shares, bands simultaneous at family level %g", c.Tests, familyError)
	return c
}

// weakRings checks that weak functions show.
func weakRings(rows []record.BalanceRow) (all []record.CheckRow) {
	for _, hash := range []string{"fnv1a-64", "djb2-left", "crc32c-left"} {
		c := newCheck("cv of ring-vnodes disagrees with theory for labels hashed by " + hash)
		for _, r := range rows {
			if r.Keys == 0 && r.Hash == hash && r.WithinGate != "" && r.Locator == plan.BaseLocator &&
				r.Labels == string(consistent.LabelsSeparated) && r.Nodes == plan.BaseNodes && r.Vnodes == plan.BaseVnodes {
				c.Tests++
				c.Holds = r.WithinGate == "no"
				c.Detail = fmt.Sprintf("default labels, %d nodes of %d vnodes: cv %.4g, theory %.4g, band %.4g to %.4g", r.Nodes, r.Vnodes, r.CV, r.CVTheory, r.CVGateLow, r.CVGateHigh)
			}
		}
		if c.Tests > 0 {
			all = append(all, c)
		}
	}
	return all
}

// peaksAgree checks the fullest node of every ring of a good hash function.
func peaksAgree(rows []record.BalanceRow) record.CheckRow {
	c := newCheck("the fullest node of every ring-vnodes lies where theory says for good hash functions")
	rings := 0
	for _, r := range rows {
		if r.Keys > 0 || r.PeakInGate == "" || r.Locator != plan.BaseLocator || !plan.IsGoodHash(r.Hash) {
			continue
		}
		c.Tests++
		rings += r.Seeds
		if r.PeakInGate == "no" {
			c.Holds = false
			c.Detail += fmt.Sprintf("%s %s N=%d V=%d: %.4g to %.4g outside %.4g to %.4g; ", r.Hash, r.Labels, r.Nodes, r.Vnodes, r.PeakMin, r.PeakMax, r.PeakGateLow, r.PeakGateHigh)
		}
	}
	c.Detail += fmt.Sprintf("%d rings, bands simultaneous at family level %g", rings, familyError)
	return c
}

// power is the chance with which a deviation that is named as detectable is found.
const power = 0.99

// evenKeys is the chi-square test of the schemes that are uniform by design.
func evenKeys(rows []record.BalanceRow) record.CheckRow {
	c := newCheck("schemes that are uniform by design pass chi-square")
	tests := 0
	for _, r := range rows {
		if uniform(r) {
			tests++
		}
	}
	finest, name := record.Unknown, ""
	for _, r := range rows {
		if !uniform(r) {
			continue
		}
		c.Tests++
		if r.WithinGate == "no" {
			c.Holds = false
			c.Detail += fmt.Sprintf("%s %s N=%d K=%d: cv %.4g outside %.4g to %.4g; ", r.Locator, r.KeyClass, r.Nodes, r.Keys, r.CV, r.CVGateLow, r.CVGateHigh)
		}
		least, err := theory.DetectableCV(r.Nodes, r.Keys, r.Seeds, familyError/float64(tests), power)
		if err == nil && (!finest.Known() || record.Float(least) < finest) {
			finest, name = record.Float(least), fmt.Sprintf("%s on %d nodes", r.Locator, r.Nodes)
		}
	}
	c.Detail += fmt.Sprintf("simultaneous at family level %g; the finest test (%s) finds shares with a cv of %.2g in %g of 100 cases", familyError, name, finest, 100*power)
	return c
}

// weightsMet checks that the lightest and the heaviest nodes get what their points, or their weights, ask for. cells are
// the points of the rows.
func weightsMet(rows []record.BalanceRow, cells [][]record.BalancePoint) record.CheckRow {
	c := newCheck("shares follow weights, points in whole numbers allowed for")
	var taken []int
	for i, r := range rows {
		if e, err := consistent.Find(r.Locator); err == nil && e.Module == "" && r.Weights != "" && r.CVTheory.Known() && r.LightestAsked.Known() && r.Seeds > 1 {
			taken = append(taken, i)
		}
	}
	level, ok := stats.SimultaneousLevel(familyError, 2*len(taken))
	if !ok {
		c.Detail = "no row has weights"
		return c
	}
	worst := 0.0
	for _, i := range taken {
		for _, class := range classes(cells[i]) {
			c.Tests++
			interval, ok := stats.MeanInterval(class.off, level)
			if !ok || !interval.Contains(0) {
				c.Holds = false
				c.Detail += fmt.Sprintf("%s %q, %d nodes: the %s get %.4f to %.4f times more than their points ask for; ",
					rows[i].Locator, rows[i].Weights, rows[i].Nodes, class.name, interval.Low, interval.High)
			}
			worst = max(worst, (interval.High-interval.Low)/2)
		}
	}
	c.Detail += fmt.Sprintf("simultaneous at family level %g; the widest interval is ± %.2g", familyError, worst)
	return c
}

// A weightClass is how far the nodes of one weight were off what they should get, by seed.
type weightClass struct {
	name string
	off  []float64
}

func classes(cell []record.BalancePoint) []weightClass {
	light, heavy := weightClass{name: "lightest"}, weightClass{name: "heaviest"}
	for _, p := range cell {
		wantLight, wantHeavy := p.LightestAsked, p.HeaviestAsked
		if !wantLight.Known() { // no points in whole numbers: weights are met exactly
			wantLight, wantHeavy = 1, 1
		}
		light.off = append(light.off, float64(p.Lightest-wantLight))
		heavy.off = append(heavy.off, float64(p.Heaviest-wantHeavy))
	}
	return []weightClass{light, heavy}
}

// boundKept checks that no request took a node above its bound.
func boundKept(rows []record.BalanceRow) record.CheckRow {
	c := newCheck("no node ever bears more than its bound")
	requests := uint64(0)
	for _, r := range rows {
		if !(r.Slack > 0) {
			continue
		}
		c.Tests++
		requests += r.Requests * uint64(r.Seeds)
		if r.OverBound > 0 || r.PeakMax > r.PeakBound {
			c.Holds = false
			c.Detail += fmt.Sprintf("%s N=%d slack %g: %d requests above, peak %.5g, bound %.5g; ", r.Locator, r.Nodes, r.Slack, r.OverBound, r.PeakMax, r.PeakBound)
		}
	}
	c.Detail += fmt.Sprintf("looked at after each of %d requests", requests)
	return c
}

// copiesWhole checks that copies lie on distinct nodes, the owner first.
func copiesWhole(rows []record.BalanceRow) record.CheckRow {
	c := newCheck("copies of a key are on distinct nodes, the owner first")
	keys := uint64(0)
	for _, r := range rows {
		if r.Replicas < 2 {
			continue
		}
		c.Tests++
		keys += r.Keys * uint64(r.Seeds)
		if r.ShortCopies > 0 {
			c.Holds = false
			c.Detail += fmt.Sprintf("%s of %d nodes: %d keys; ", r.Locator, r.Nodes, r.ShortCopies)
		}
	}
	c.Detail += fmt.Sprintf("%d keys", keys)
	return c
}
