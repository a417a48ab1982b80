package theory

// Rings of a fixed number of points S for all nodes, Envoy's and gRPC's: of equal weights each of N nodes has
// ceil(S/N), so their shares are those of a ring with that many points a node. Here vnodes is S.
func init() {
	each := func(nodes, total int) int { return int(pointsEach(total, nodes)) }
	shareTheories["fixed-total"] = shareTheory{
		vnodes: true,
		cv: func(nodes, total int, keys uint64) float64 {
			return dirichletCV(nodes, each(nodes, total), keys)
		},
		peak: func(nodes, total int, keys uint64) float64 {
			return dirichletPeak(nodes, each(nodes, total), keys)
		},
		trough: func(nodes, total int) float64 { return dirichletTrough(nodes, each(nodes, total)) },
	}
}
