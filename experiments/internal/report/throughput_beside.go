package report

import (
	"fmt"

	"hashlab/experiments/internal/record"
)

// besideRows returns the rows of look-ups beside changes of nodes, none where they were not measured.
func besideRows(s record.Store) ([]record.BesideRow, error) {
	return record.Read[record.BesideRow](s, "throughput_beside.csv")
}

// besideTable shows how changes of nodes hold look-ups up.
func besideTable(rows []record.BesideRow) table {
	t := table{
		Caption: "Look-ups of one thread while another adds and removes a node all the time, and while nobody does: *snapshot* makes a change on a copy that then takes the old locator's place, " +
			"*rwmutex* is a `sync.RWMutex`, taken once a call. µs of a call: medians over blocks, and the slowest of all, which the scheduler and the garbage collector hold up too. " +
			"The more changes a second, the faster the changes themselves.",
		Header: []string{"locator", "nodes", "kept apart by", "nodes change", "ns a key", "calls", "hashes a call", "median, µs", "99 %, µs", "slowest, µs", "changes a second"},
	}
	for _, r := range rows {
		changing, changes := "no", unknown
		if r.Threads > 1 {
			changing, changes = "all the time", digits(r.ChangesPerS, 3)
		}
		t.add("`"+r.Impl+"`", fmt.Sprint(r.Nodes), r.Guard, changing, within(r.NsPerKey, r.NsLow, r.NsHigh, 3), count(uint64(r.Batches)), fmt.Sprint(r.BatchKeys),
			digits(r.MedianNs/1000, 3), digits(r.P99Ns/1000, 3), digits(r.MostNs/1000, 3), changes)
	}
	return t
}

// besideFindings says what a change costs the look-ups beside it, by how they are kept apart.
func besideFindings(rows []record.BesideRow) []string {
	if len(rows) == 0 {
		return []string{"Look-ups beside changes of nodes were not measured."}
	}
	alone := map[string]record.BesideRow{}
	for _, r := range rows {
		if r.Threads == 1 {
			alone[r.Impl+r.Guard] = r
		}
	}
	var found []string
	for _, r := range rows {
		if one, ok := alone[r.Impl+r.Guard]; ok && r.Threads > 1 {
			found = append(found, fmt.Sprintf("While another thread changes the nodes all the time, a look-up in `%s` of %d nodes takes %s times as long as while nobody does, kept apart by %s; "+
				"of calls of %d hashes 99 %% are over after %s µs, against %s.", r.Impl, r.Nodes, digits(r.NsPerKey/one.NsPerKey, 3), r.Guard, r.BatchKeys, digits(r.P99Ns/1000, 3), digits(one.P99Ns/1000, 3)))
		}
	}
	return found
}
