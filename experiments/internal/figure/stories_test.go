package figure

import (
	"math"
	"testing"

	"hashlab/experiments/internal/record"
)

// stories adds invented results of signup and cachetier to a store: share is what the misses multiply by.
func stories(t *testing.T, s record.Store, guards []string, factor float64) {
	t.Helper()
	var rows []record.SignupRow
	for _, guard := range guards {
		for _, h := range []float64{0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.95, 1} {
			avoided := (1 - h) * 0.99
			rows = append(rows, record.SignupRow{Story: "lookups", Database: "sqlite", Filter: guard, Hash: "xxh3", KeyClass: "usernames", N: 1_000_000, TargetFPR: 0.01,
				HitShare: f(h), Seeds: 2, Queries: 20_000, AvoidedShare: f(avoided), AvoidedLow: f(avoided * 0.99), AvoidedHigh: f(math.Min(1, avoided*1.01)),
				AvoidedTheory: f(avoided), FPR: record.Unknown, FPRTheory: 0.01})
		}
	}
	put(t, s, "signup.csv", rows)
	var times []record.SignupTimes
	for i, guard := range append([]string{"none"}, guards...) {
		for block := range uint64(2) {
			ns := 9000 / math.Pow(10, float64(2*i)*factor)
			times = append(times, record.SignupTimes{Story: "lookups", Database: "sqlite", Filter: guard, N: 1_000_000, HitShare: 0.1, Block: block, P50: f(ns + 100), P99: f(9500), P999: f(12_000)})
		}
	}
	put(t, s, "signup_times.csv", times)
	var summaries []record.CachetierRow
	var steps []record.CachetierStep
	for i, locator := range []string{"modulo", "none", "ring-vnodes"} {
		r := record.CachetierRow{Story: "join-die", Backend: "lru", Locator: locator, Replicas: 1, Workload: "zipf", Seeds: 5, PeakFactor: f(1 + factor*float64(2-i)),
			Recovery: f(factor * float64(20-5*i)), Capacity: 4000, HitBefore: 0.8, HitHeld: 0.8, HitTheory: f(0.2 + 0.2*float64(i)), MissesBefore: 2000,
			Excess: f(100 + 9000*factor/float64(1+i)), ExcessLow: f(90 + 8000*factor/float64(1+i)), ExcessHigh: f(110 + 9900*factor/float64(1+i)), DiedExcess: 3000,
			Peak: f(1 + factor/float64(1+i))}
		if locator == "ring-vnodes" {
			r.Vnodes = baseVnodes
		}
		summaries = append(summaries, r)
		for sec := -60; sec < 120; sec++ {
			misses := 2000.0
			if sec >= 0 {
				misses *= 1 + factor*float64(2-i)*math.Exp(-float64(sec)/10)
			}
			steps = append(steps, record.CachetierStep{Story: "join-die", Backend: "lru", Locator: locator, Vnodes: r.Vnodes, Replicas: 1, Workload: "zipf", Second: sec,
				Seeds: 5, HitRatio: f(1 - misses/10_000), Misses: f(misses)})
		}
	}
	put(t, s, "cachetier.csv", summaries)
	put(t, s, "cachetier_series.csv", steps)
}

func TestAvoidedTitle(t *testing.T) {
	row := func(hit, avoided float64) record.SignupRow {
		return record.SignupRow{Filter: "a", HitShare: f(hit), AvoidedShare: f(avoided)}
	}
	for _, c := range []struct {
		rows []record.SignupRow
		want string
	}{
		{[]record.SignupRow{row(0, 0.99), row(0.05, 0.94), row(0.5, 0.495), row(0.95, 0.0495), row(1, 0)},
			"With 95 % of the queries for taken names a avoids 4.95 % of them; 90 % is avoided at up to 5 %"},
		{[]record.SignupRow{row(0.9, 0.1)}, "With 90 % of the queries for taken names a avoids 10 % of them; 90 % is avoided at no share that was measured"},
	} {
		if got := avoidedTitle(c.rows); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

func TestResizeTitle(t *testing.T) {
	row := func(locator string, factor, recovery float64) record.CachetierRow {
		return record.CachetierRow{Locator: locator, PeakFactor: f(factor), Recovery: f(recovery)}
	}
	for _, c := range []struct {
		rows []record.CachetierRow
		want string
	}{
		{[]record.CachetierRow{row("modulo", 2.34, 13.2), row("none", 1, 0), row("ring-vnodes", 1.29, 7)},
			"A fifth node multiplies the database's queries: modulo 2.3 times for 13.2 s, ring-vnodes 1.3 times for 7 s"},
		{[]record.CachetierRow{row("modulo", 3, math.NaN())}, "A fifth node multiplies the database's queries: modulo 3 times"},
		{[]record.CachetierRow{row("none", 1, 0)}, "Without caches a fifth node changes nothing for the database"},
	} {
		if got := resizeTitle(c.rows); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}
