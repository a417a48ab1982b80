package ring

import (
	"slices"
	"strconv"
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
	"hashlab/impl/hash"
)

var replicaCases = []reported{
	{number: "R20", symptom: "endless GetN after a double Add", run: func(t *testing.T) {
		r := build(t, good, 0, "", "a")
		wantError(t, r.Add("a", 1), consistent.ErrDuplicate)
		must(t, r.Add("b", 1))
		wantReplicas(t, r, 3, 2)
	}},
	{number: "R21", symptom: "replicas above nodes", run: func(t *testing.T) { wantReplicas(t, build(t, good, 0, "", "a", "b"), 3, 2) }},
	{number: "R23", symptom: "count above nodes", run: func(t *testing.T) { wantReplicas(t, build(t, constant, 7, "", "a", "b"), 3, 2) }},
	{number: "R24", symptom: "replicas on one node, or too few of them", run: func(t *testing.T) {
		wantReplicas(t, build(t, good, 50, "", "a", "b", "c"), 3, 3)
	}},
	{number: "R25", symptom: "look-up on empty", run: func(t *testing.T) { wantOwner(t, build(t, good, 0, ""), 7, "") }},
	{number: "R26", symptom: "Remove past the end", run: func(t *testing.T) {
		r := build(t, good, 0, "", "a", "b")
		must(t, r.Remove("a"))
		wantError(t, r.Remove("zz"), consistent.ErrUnknown)
		wantOwner(t, r, 7, "b")
	}},
	{number: "R28", symptom: "last node removed", run: func(t *testing.T) {
		r := build(t, good, 0, "", "a")
		must(t, r.Remove("a"))
		wantOwner(t, r, 7, "")
		wantReplicas(t, r, 1, 0)
	}},
}

// wantReplicas fails t where LocateN gives other than n distinct nodes for any of 10,000 hashes, or begins
// with another than the owner.
func wantReplicas(t *testing.T, r *Vnodes, size, n int) {
	t.Helper()
	dst := make([]int32, size)
	for i := range uint64(10_000) {
		h := hash.Fmix64(i)
		got := dst[:r.LocateN(dst, h)]
		distinct := len(slices.Compact(slices.Sorted(slices.Values(got))))
		if len(got) != n || distinct != n || n > 0 && got[0] != r.Locate(h) {
			t.Fatalf("LocateN(%d places, %#x) = %v, want %d distinct nodes", size, h, got, n)
		}
	}
}

var searchCases = []reported{
	{number: "R29", symptom: "hash above the largest point", run: func(t *testing.T) {
		r := build(t, table(map[string]uint64{label("a", 0): 10, label("b", 0): 20}), 1, "", "a", "b")
		wantOwner(t, r, 25, "a")
		wantOwner(t, r, 20, "b")
	}},
	{number: "R30", symptom: "index equal to the length", run: func(t *testing.T) {
		r := build(t, table(map[string]uint64{label("a", 0): 10, label("b", 0): 20}), 1, "", "b", "a")
		wantOwner(t, r, 21, "a")
	}},
	{number: "R31", symptom: "off by one in the search", run: func(t *testing.T) {
		places := map[string]uint64{}
		for i, h := range []uint64{3, 70, 71, 200, 255} {
			places[label("n"+strconv.Itoa(i), 0)] = h
		}
		r := build(t, table(places), 1, "", numbered("n%d", 5)...)
		for h := range uint64(256) {
			want := slices.IndexFunc([]uint64{3, 70, 71, 200, 255}, func(p uint64) bool { return p >= h })
			wantOwner(t, r, h, "n"+strconv.Itoa(want))
		}
	}},
	{number: "4.4", symptom: "groupcache's own vector", run: func(t *testing.T) {
		// golang/groupcache, consistenthash_test.go: the hash of a decimal string is its integer.
		decimal := consistenttest.Func(func(key []byte) uint64 {
			h, err := strconv.ParseUint(string(key), 10, 64)
			if err != nil {
				t.Error(err)
			}
			return h
		})
		r := build(t, decimal, 3, consistent.LabelsPrefix, "6", "4", "2")
		for h, want := range map[uint64]string{2: "2", 11: "2", 23: "4", 27: "2"} {
			wantOwner(t, r, h, want)
		}
		must(t, r.Add("8", 1))
		wantOwner(t, r, 27, "8")
	}},
}
