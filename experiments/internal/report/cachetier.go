package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"hashlab/experiments/internal/record"
)

func cachetierSection(s record.Store) (section, bool, error) {
	rows, err := record.Read[record.CachetierRow](s, "cachetier.csv")
	if err != nil || len(rows) == 0 {
		return section{}, false, err
	}
	shares, err := record.Read[record.CachetierShare](s, "cachetier_shares.csv")
	if err != nil {
		return section{}, false, err
	}
	servers, err := record.Read[record.CachetierRow](s, "cachetier_servers.csv")
	if err != nil {
		return section{}, false, err
	}
	sec := section{
		Title: "The cache tier",
		Design: "Four caches in front of a database; requests follow Zipf's law with a tail of keys that are asked for once. A fifth node joins, later one dies. The database answers a " +
			"capped number of queries a second and refuses what would wait for more than two. Time is virtual, so a run is a pure function of its seed.",
		Reading: "*Excess* is the sum of misses above the mean before, until they are back within 5 %: queries that the database would not have got without the join. *Peak* is the most " +
			"misses a second over that mean. *After the join, theory* takes away what moves, each key by its popularity.",
		Findings: slices.Concat(stepFinding(rows), boundedFinding(rows), spreadFinding(rows), replicaFinding(rows)), Notes: stormFinding(rows), Small: joinsSmall(rows),
		Tables: []table{joinTable(rows)},
		Limits: "A miss that waits is not joined with another for the same key, as it is in a cache with request coalescing. " +
			"After a death the mean is that of the run's last seconds, since a node less means less room. " +
			"To `ring-bounded` a request is a load of its node for a second. What moves is counted without loads.",
	}
	if len(shares) > 0 {
		sec.Tables = append(sec.Tables, shareTable(shares))
	}
	sec.Tables = append(sec.Tables, deathTable(rows))
	if len(servers) > 0 {
		t := joinTable(servers)
		t.Caption = "The same on real servers, on the wall clock. " + t.Caption
		sec.Tables = append(sec.Tables, t)
	} else {
		sec.Limits += " Real memcached and redis servers were not measured on this machine; `make cachetier-servers` does."
	}
	return sec, true, nil
}

// tier returns the row of a scheme in a story of the Zipf workload; vnodes 0 takes any.
func tier(rows []record.CachetierRow, story, locator string, vnodes int) (record.CachetierRow, bool) {
	i := slices.IndexFunc(rows, func(r record.CachetierRow) bool {
		return r.Story == story && r.Locator == locator && (vnodes == 0 || r.Vnodes == vnodes) && r.Workload == "zipf"
	})
	if i < 0 {
		return record.CachetierRow{}, false
	}
	return rows[i], true
}

func bySize(rows []record.CachetierRow) []record.CachetierRow {
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b record.CachetierRow) int {
		return cmp.Or(cmp.Compare(a.Story, b.Story), cmp.Compare(a.Backend, b.Backend), cmp.Compare(a.Excess, b.Excess))
	})
	return sorted
}

func joinTable(rows []record.CachetierRow) table {
	t := table{
		Caption: "A fifth node joins four. Hit ratio before; at the instants before and after the join, by what the caches hold, and by theory: the first times one less the moved share by popularity; misses at their peak over the mean before; excess of misses with its 95 % interval; refused queries over all seeds.",
		Header:  []string{"story", "backend", "workload", "locator", "vnodes", "moved", "by popularity", "theory", "hit ratio", "held", "step", "step, theory", "peak factor", "excess misses", "recovery, s", "refused", "fullest ÷ mean"},
	}
	for _, r := range bySize(rows) {
		t.add(r.Story, r.Backend, r.Workload, r.Locator, fmt.Sprint(r.Vnodes), within(r.MovedShare, r.MovedLow, r.MovedHigh, 3), digits(r.MovedWeight, 3), digits(r.MovedTheory, 3),
			digits(r.HitBefore, 3), step(r, r.HitHeld), step(r, r.HitStep), step(r, r.HitTheory), digits(r.PeakFactor, 3), within(r.Excess, r.ExcessLow, r.ExcessHigh, 3), digits(r.Recovery, 3), count(r.Failed), digits(r.Peak, 3))
	}
	return t
}

// joinsSmall is what the report shows of the join: a row for each scheme in the main story, at the base's vnodes where
// it has vnodes and was run with as many, the least excess first and the one without caches last.
func joinsSmall(rows []record.CachetierRow) table {
	t := table{
		Caption: "A fifth node joins four: hit ratio before, at the instant after and by theory; misses at their peak; excess of misses; seconds until it is over; fullest of four nodes.",
		Header:  []string{"locator", "vnodes", "moved", "hit ratio", "after the join", "after, theory", "peak", "excess misses", "recovery, s", "fullest ÷ mean"},
	}
	at := map[string]record.CachetierRow{}
	for _, r := range rows {
		if r.Story != "join-die" || r.Workload != "zipf" {
			continue
		}
		if best, ok := at[r.Locator]; !ok || best.Vnodes != baseVnodes && (r.Vnodes == baseVnodes || r.Vnodes > best.Vnodes) {
			at[r.Locator] = r
		}
	}
	shown := slices.Collect(maps.Values(at))
	slices.SortFunc(shown, func(a, b record.CachetierRow) int {
		return cmp.Or(cmp.Compare(uncached(a), uncached(b)), cmp.Compare(a.Excess, b.Excess), cmp.Compare(a.Locator, b.Locator))
	})
	for _, r := range shown {
		t.add(r.Locator, fmt.Sprint(r.Vnodes), percent(r.MovedShare, 3), digits(r.HitBefore, 3), step(r, r.HitStep), step(r, r.HitTheory), "×"+digits(r.PeakFactor, 3),
			within(r.Excess, r.ExcessLow, r.ExcessHigh, 3), digits(r.Recovery, 3), digits(r.Peak, 3))
	}
	return t
}

// uncached is 1 for the row without caches, which no join changes, and 0 for others.
func uncached(r record.CachetierRow) int {
	if r.Locator == "none" {
		return 1
	}
	return 0
}

// step writes a hit ratio at the join; results from before these were taken lack it.
func step(r record.CachetierRow, v record.Float) string {
	if !(r.HitHeld > 0) {
		return unknown
	}
	return digits(v, 3)
}

// shareTable shows how evenly the requests fall on the nodes, seeds apart.
func shareTable(shares []record.CachetierShare) table {
	t := table{
		Caption: "Each node's share of the requests: the least and the greatest of any seed. Four nodes, then five, then the four that are left; even would be 0.25, 0.2, 0.25.",
		Header:  []string{"story", "backend", "workload", "locator", "vnodes", "four nodes", "with the fifth", "the fifth alone", "after a death"},
	}
	type cell struct {
		story, backend, workload, locator string
		vnodes, replicas                  int
	}
	groups, order := map[cell][]record.CachetierShare{}, []cell{}
	for _, s := range shares {
		at := cell{s.Story, s.Backend, s.Workload, s.Locator, s.Vnodes, s.Replicas}
		if groups[at] == nil {
			order = append(order, at)
		}
		groups[at] = append(groups[at], s)
	}
	for _, at := range order {
		all := groups[at]
		t.add(at.story, at.backend, at.workload, at.locator, fmt.Sprint(at.vnodes),
			extent(all, func(s record.CachetierShare) record.Float { return s.Before }),
			extent(all, func(s record.CachetierShare) record.Float { return s.Joined }),
			extent(all, func(s record.CachetierShare) record.Float {
				if s.Node < 5 {
					return record.Unknown
				}
				return s.Joined
			}),
			extent(all, func(s record.CachetierShare) record.Float { return s.Left }))
	}
	return t
}

// extent writes the least and the greatest of what is known.
func extent(shares []record.CachetierShare, of func(record.CachetierShare) record.Float) string {
	var known []record.Float
	for _, s := range shares {
		if v := of(s); v.Known() {
			known = append(known, v)
		}
	}
	if len(known) == 0 {
		return unknown
	}
	return digits(slices.Min(known), 3) + " to " + digits(slices.Max(known), 3)
}

func deathTable(rows []record.CachetierRow) table {
	t := table{
		Caption: "One node dies and is noticed after a second.",
		Header:  []string{"story", "workload", "locator", "vnodes", "copies", "excess misses", "recovery, s", "refused", "fullest that is left ÷ mean"},
	}
	for _, r := range bySize(rows) {
		t.add(r.Story, r.Workload, r.Locator, fmt.Sprint(r.Vnodes), fmt.Sprint(r.Replicas), digits(r.DiedExcess, 3), digits(r.DiedRecovery, 3), count(r.DiedFailed), digits(r.DiedPeak, 3))
	}
	return t
}

// stormFinding compares modulo with a ring.
func stormFinding(rows []record.CachetierRow) []string {
	modulo, ok := tier(rows, "join-die", "modulo", 0)
	ring, also := tier(rows, "join-die", "ring-vnodes", baseVnodes)
	if !ok || !also || !(ring.Excess > 0) {
		return nil
	}
	return []string{fmt.Sprintf("When the fifth node joins, `modulo` costs the database %s extra queries and %s times its usual rate at the peak; `ring-vnodes` with %d vnodes %s, a factor of %s less.",
		digits(modulo.Excess, 3), digits(modulo.PeakFactor, 3), baseVnodes, digits(ring.Excess, 3), digits(modulo.Excess/ring.Excess, 3))}
}

// stepFinding holds the fall of the hit ratio at the join to theory.
func stepFinding(rows []record.CachetierRow) []string {
	r, ok := tier(rows, "join-die", "modulo", 0)
	if !ok || !(r.HitHeld > 0) {
		return nil
	}
	return []string{fmt.Sprintf("At the instant of the join the caches of `modulo` hold what %s of the requests ask for, %s before it; theory, by the popularity of the keys that move, says %s.",
		percent(r.HitStep, 3), percent(r.HitHeld, 3), percent(r.HitTheory, 3))}
}

// boundedFinding says what a bound on the loads does for few vnodes, and what it costs.
func boundedFinding(rows []record.CachetierRow) []string {
	bound, ok := tier(rows, "join-die", "ring-bounded", 1)
	free, also := tier(rows, "join-die", "ring-vnodes", 1)
	if !ok || !also {
		return nil
	}
	return []string{fmt.Sprintf("With one vnode a node the fullest node gets %s times its part of the requests on `ring-vnodes` and %s times on `ring-bounded`, whose bound sends the rest on. "+
		"The price comes at the join: all of four nodes are then at the bound, a quarter, and what comes goes to the fifth, so of the first 500 requests %s hit in place of %s.",
		digits(free.Peak, 3), digits(bound.Peak, 3), percent(bound.HitFirst, 2), percent(free.HitFirst, 2))}
}

// spreadFinding says what adding by steps of the weight saves.
func spreadFinding(rows []record.CachetierRow) (found []string) {
	steps, ok := tier(rows, "weight-steps", "ring-vnodes", baseVnodes)
	once, also := tier(rows, "join-die", "ring-vnodes", baseVnodes)
	if ok && also && steps.PeakFactor < once.PeakFactor {
		found = append(found, fmt.Sprintf("Spread over ten steps of its weight, the join of a node to `ring-vnodes` raises the misses to %s times their mean at the peak, in place of %s times.",
			digits(steps.PeakFactor, 3), digits(once.PeakFactor, 3)))
	}
	return found
}

// replicaFinding says what a second copy saves when a node dies, and what it costs.
func replicaFinding(rows []record.CachetierRow) (found []string) {
	two, ok := tier(rows, "replicas", "ring-vnodes", baseVnodes)
	one, also := tier(rows, "join-die", "ring-vnodes", baseVnodes)
	if ok && also && two.DiedExcess < one.DiedExcess {
		found = append(found, fmt.Sprintf("With two copies of every key the death of a node costs %s extra queries, with one %s; in the same memory the hit ratio is %s in place of %s.",
			digits(two.DiedExcess, 3), digits(one.DiedExcess, 3), digits(two.HitBefore, 3), digits(one.HitBefore, 3)))
	}
	return found
}
