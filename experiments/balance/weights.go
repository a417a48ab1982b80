package balance

import (
	"math"
	"slices"

	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/experiments/internal/theory"
)

// weighClasses fills what only weighted nodes have: the mean load of the lightest and of the heaviest nodes, each divided
// by what their weight asks for; what whole numbers of points make of that; and the scatter that theory expects then.
func (o outcome) weighClasses(p *record.BalancePoint, relative stats.Loads, weights []float64) error {
	light, heavy := slices.Min(weights), slices.Max(weights)
	p.Lightest, p.Heaviest = meanOf(relative, weights, light), meanOf(relative, weights, heavy)
	if o.points == nil {
		return nil
	}
	asked := o.asked(weights)
	p.LightestAsked, p.HeaviestAsked = meanOf(asked, weights, light), meanOf(asked, weights, heavy)
	off := 0.0
	for _, q := range asked {
		off = max(off, math.Abs(q-1))
	}
	p.Quantisation = record.Float(off)
	cv, err := theory.WeightedLoadCV(o.points, weights, p.Keys)
	p.CVWeighted = record.Float(cv)
	return err
}

// asked returns the part of the points that each node has, divided by its part of the weights.
func (o outcome) asked(weights []float64) []float64 {
	points, whole := 0, 0.0
	for i, w := range weights {
		points, whole = points+o.points[i], whole+w
	}
	asked := make([]float64, len(weights))
	for i, w := range weights {
		asked[i] = float64(o.points[i]) / float64(points) / (w / whole)
	}
	return asked
}

// meanOf returns the mean of values over the nodes of one weight.
func meanOf(values, weights []float64, weight float64) record.Float {
	sum, nodes := 0.0, 0
	for i, w := range weights {
		if w == weight {
			sum, nodes = sum+values[i], nodes+1
		}
	}
	return record.Float(sum / float64(nodes))
}
