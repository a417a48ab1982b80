package figure

import (
	"testing"

	"hashlab/experiments/internal/record"
)

// use is a filter that some threads share, in six blocks.
func use(impl, guard, op string, threads int, ns float64) record.ConcurrencyRow {
	return record.ConcurrencyRow{Impl: impl, Guard: guard, Op: op, N: 200_000, Threads: threads, NsPerKey: f(ns), Blocks: 6}
}

// blocksOf are the timings of a use, one a block.
func blocksOf(r record.ConcurrencyRow, ns ...float64) (points []record.ThroughputPoint) {
	for i, t := range ns {
		points = append(points, record.ThroughputPoint{Impl: r.Impl, Guard: r.Guard, Op: r.Op, N: r.N, Threads: r.Threads, Block: uint64(i + 1), NsPerKey: f(t)})
	}
	return points
}

// TestGains: a gain is judged within blocks, so that what slows a whole block cancels, and noise is called noise.
func TestGains(t *testing.T) {
	gains, loses, open := use("a", "", "bulk", 1, 20), use("a", "rwmutex", "add", 1, 20), use("b", "", "bulk", 1, 20)
	many := func(r record.ConcurrencyRow) record.ConcurrencyRow {
		r.Threads = 2
		return r
	}
	rows := []record.ConcurrencyRow{gains, many(gains), loses, many(loses), open, many(open)}
	var points []record.ThroughputPoint
	for _, p := range [][]record.ThroughputPoint{
		blocksOf(gains, 10, 20, 40, 10, 20, 40), blocksOf(many(gains), 5, 10, 20.2, 5, 10, 20.2),
		blocksOf(loses, 10, 20, 40, 10, 20, 40), blocksOf(many(loses), 40, 80, 161, 40, 80, 161),
		blocksOf(open, 10, 20, 10, 20, 10, 20), blocksOf(many(open), 20, 10, 20, 10, 20, 10),
	} {
		points = append(points, p...)
	}
	for _, c := range []struct {
		name   string
		rows   []record.ConcurrencyRow
		points []record.ThroughputPoint
		want   string
	}{
		{"all judged", rows, points, "With 2 threads more keys are handled in the same time in 1 of 3 uses of a filter, at most 1.99 times (a: bulk); fewer in 1, at least 0.249 times (a, rwmutex: add); in 1 noise leaves it open"},
		{"noise alone", rows[4:], points, "With 2 threads more keys are handled in the same time in none of 1 use of a filter; in 1 noise leaves it open"},
		{"a block is missing", rows[:2], points[1:], "With 2 threads a filter handles 1 to 1 times as many keys in the same time"},
		{"one thread alone", rows[:1], points, "Filters shared by several threads"},
	} {
		if got := concurrencyTitle(withGains(c.rows, c.points)); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
