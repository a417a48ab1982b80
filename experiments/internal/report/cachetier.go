package report

import (
	"cmp"
	"fmt"
	"slices"

	"hashlab/experiments/internal/record"
)

func cachetierSection(s record.Store) (section, bool, error) {
	rows, err := record.Read[record.CachetierRow](s, "cachetier.csv")
	if err != nil || len(rows) == 0 {
		return section{}, false, err
	}
	servers, err := record.Read[record.CachetierRow](s, "cachetier_servers.csv")
	if err != nil {
		return section{}, false, err
	}
	sec := section{
		Title: "The cache tier",
		Design: "Four caches in front of a database; requests follow a Zipf distribution with a tail of keys that are asked for once. A fifth node joins, later one dies. " +
			"The database answers a capped number of queries a second, lets others wait, and refuses what would wait for more than two seconds. Time is virtual and the " +
			"caches are in the process, so a run is a pure function of its seed. *Excess* is the sum of misses above the mean before, until they are back within 5 %.",
		Findings: slices.Concat(stormFinding(rows), spreadFinding(rows), replicaFinding(rows)),
		Tables:   []table{joinTable(rows), deathTable(rows)},
		Limits: "A miss that waits is not joined with another for the same key, as it is in a cache with request coalescing. " +
			"After a death the mean is that of the run's last seconds, since a node less means less room. " +
			"`ring-bounded` is asked for the owner of a key alone, so it places as `ring-vnodes` does.",
	}
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
		Caption: "A fifth node joins four. Hit ratio before and in the first 500 requests after; misses at their peak over the mean before; excess of misses with its 95 % interval; refused queries over all seeds.",
		Header:  []string{"story", "backend", "workload", "locator", "vnodes", "moved", "by popularity", "theory", "hit ratio", "first", "peak factor", "excess misses", "recovery, s", "refused", "fullest ÷ mean"},
	}
	for _, r := range bySize(rows) {
		t.add(r.Story, r.Backend, r.Workload, r.Locator, fmt.Sprint(r.Vnodes), within(r.MovedShare, r.MovedLow, r.MovedHigh, 3), digits(r.MovedWeight, 3), digits(r.MovedTheory, 3),
			digits(r.HitBefore, 3), digits(r.HitFirst, 3), digits(r.PeakFactor, 3), within(r.Excess, r.ExcessLow, r.ExcessHigh, 3), digits(r.Recovery, 3), count(r.Failed), digits(r.Peak, 3))
	}
	return t
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
