package quality

import (
	"hashlab/experiments/internal/quality"
	"hashlab/experiments/internal/record"
)

func runBattery(d design, p record.QualityPoint) (any, error) {
	v, err := quality.Run(d.hash, d.size)
	if err != nil {
		return nil, err
	}
	out := payload{Point: p}
	for _, r := range v.Results {
		out.Results = append(out.Results, record.QualityRow{
			Hash: v.Hash, Size: string(v.Size), Test: string(r.Test), Keys: r.Keys, Detail: r.Detail, N: r.N,
			Statistic: record.Float(r.Statistic), Expected: record.Float(r.Expected), Low: record.Float(r.Low), High: record.Float(r.High),
			Excess: record.Float(r.Excess()), P: record.Float(r.P), Adjusted: record.Float(r.Adjusted), Pass: r.Pass,
		})
	}
	sum := verdict(out.Results)
	out.Point.Results, out.Point.Failed, out.Point.Excess = sum.Results, sum.Failed, sum.Excess
	return out, nil
}
