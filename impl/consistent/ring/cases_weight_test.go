package ring

import (
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"strconv"
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
	"hashlab/impl/hash"
)

var weightCases = []reported{
	{number: "R22", symptom: "all weights zero", run: func(t *testing.T) {
		r := build(t, good, 0, "")
		wantError(t, r.Add("a", 0), consistent.ErrWeight)
		wantError(t, r.Add("b", 0), consistent.ErrWeight)
		wantOwner(t, r, 7, "")
	}},
	{number: "R34", symptom: "negative weight", run: func(t *testing.T) {
		r := build(t, good, 0, "")
		wantError(t, r.Add("a", -1), consistent.ErrWeight)
		must(t, r.Add("b", 1))
		wantOwner(t, r, 7, "b")
	}},
	{number: "R35", symptom: "all weights zero: segmentation fault", run: func(t *testing.T) {
		_, err := NewVnodes(consistent.Options{Hash: good}, []consistent.Node{{ID: "a", Weight: 0}, {ID: "b", Weight: 0}})
		wantError(t, err, consistent.ErrWeight)
	}},
	{number: "R36", symptom: "one node's weight moves other nodes' keys", run: func(t *testing.T) {
		r := build(t, good, 0, "", "a", "b", "c")
		before := make([]string, 20_000)
		for i := range before {
			before[i] = get(r, hash.Fmix64(uint64(i)))
		}
		must(t, errors.Join(r.Remove("c"), r.Add("c", 2)))
		for i, old := range before {
			if owner := get(r, hash.Fmix64(uint64(i))); owner != old && owner != "c" {
				t.Fatalf("a hash moved from %q to %q when the weight of c rose", old, owner)
			}
		}
	}},
	{number: "R37", symptom: "small weights vanish", run: func(t *testing.T) {
		r := build(t, good, 40, "")
		must(t, r.Add("heavy", 1000))
		must(t, r.Add("light", 1e-9))
		wantPoints(t, r, 40_001)
	}},
	{number: "R38", symptom: "floor of 39.999", run: func(t *testing.T) {
		third := 1.0 / 3
		r := build(t, good, 3, "")
		must(t, r.Add("a", third*7)) // 6.999… in doubles, or 7
		wantPoints(t, r, 7)
	}},
	{number: "R39", symptom: "stale vnodes", run: func(t *testing.T) {
		r := build(t, good, 10, "", "b")
		must(t, errors.Join(r.Add("a", 3), r.Remove("a"), r.Add("a", 1)))
		wantPoints(t, r, 20)
		must(t, r.Remove("a"))
		wantPoints(t, r, 10)
	}},
	{number: "R42", symptom: "too few points by default", run: func(t *testing.T) {
		if cv := 1 / math.Sqrt(defaultVnodes); cv > 0.1 {
			t.Errorf("the default gives a cv of %.3f, want 0.1 or less", cv)
		}
		wantPoints(t, build(t, good, 0, "", "a", "b"), 2*defaultVnodes)
	}},
	{number: "too many", symptom: "more than MaxPoints points", run: func(t *testing.T) {
		r := build(t, good, 160, "", "a")
		for _, weight := range []float64{1 << 31 / 160, 1e300, math.MaxFloat64} {
			wantError(t, r.Add("b", weight), consistent.ErrWeight)
		}
		wantPoints(t, r, 160)
	}},
}

// arcShares returns the exact share of the hash space of each node.
func arcShares(r *Vnodes) []float64 { return shares(r.Points(), len(r.Nodes())) }

func shares(points []consistent.Point, n int) []float64 {
	shares := make([]float64, n)
	last := points[len(points)-1].Hash
	for _, p := range points {
		shares[p.Node] += float64(p.Hash-last) / (1 << 64)
		last = p.Hash
	}
	return shares
}

func coefficient(shares []float64) float64 {
	sum := 0.0
	for _, s := range shares {
		d := s*float64(len(shares)) - 1
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(shares)))
}

func fnv1a(key []byte) uint64 {
	h := uint64(0xcbf29ce484222325)
	for _, b := range key {
		h = (h ^ uint64(b)) * 0x100000001b3
	}
	return h
}

// topByte is Pearson's chi-square of the top byte of the points against evenness, at 255 degrees of freedom.
func topByte(points []consistent.Point) float64 {
	var counts [256]float64
	for _, p := range points {
		counts[p.Hash>>56]++
	}
	mean, chi2 := float64(len(points))/256, 0.0
	for _, c := range counts {
		chi2 += (c - mean) * (c - mean) / mean
	}
	return chi2
}

var qualityCases = []reported{
	{number: "R44", symptom: "crc32 points", run: func(t *testing.T) {
		left := consistenttest.Func(func(key []byte) uint64 { return uint64(crc32.ChecksumIEEE(key)) << 32 })
		r := build(t, left, 20, consistent.LabelsPrefix, "10.0.16.69:11211", "10.0.22.188:11211", "10.0.26.214:11211")
		for i, want := range []float64{0.586, 0.184, 0.230} {
			if got := arcShares(r)[i]; math.Abs(got-want) > 0.0005 {
				t.Errorf("share of node %d is %.4f, want %.3f", i, got, want)
			}
		}
	}},
	{number: "R45", symptom: "FNV does not spread the last bytes", run: func(t *testing.T) {
		var ids []string
		for port := range 10 {
			ids = append(ids, fmt.Sprintf("http://127.0.0.1:%d", 9001+port))
		}
		// Chi-square at 255 degrees of freedom exceeds 416 with a chance of 1e-9 (Wilson-Hilferty). With 1600
		// points it finds a top byte whose share of points is off by a factor of 6.
		const limit = 416
		if got := topByte(build(t, consistenttest.Func(fnv1a), 160, consistent.LabelsPrefix, ids...).Points()); got < limit {
			t.Errorf("chi-square of FNV-1a is %.0f, and it is known to be bad: want %d or more", got, limit)
		}
		mixed := consistenttest.Func(func(key []byte) uint64 { return hash.Fmix64(fnv1a(key)) })
		if got := topByte(build(t, mixed, 160, consistent.LabelsPrefix, ids...).Points()); got > limit {
			t.Errorf("chi-square of FNV-1a behind fmix64 is %.0f, want less than %d", got, limit)
		}
	}},
	{number: "R46", symptom: "three vnodes a node", run: func(t *testing.T) {
		// The cv of exact shares has the mean square (N-1)/(NV+1) = 9/31, root 0.539. Over 400 rings, at 7.9 degrees
		// of freedom each, the root mean square lies within 8 % of it: six standard deviations.
		sum := 0.0
		for ring := range 400 {
			cv := coefficient(arcShares(build(t, good, 3, "", numbered(strconv.Itoa(ring)+"-%d", 10)...)))
			sum += cv * cv
		}
		if got, want := math.Sqrt(sum/400), math.Sqrt(9.0/31); math.Abs(got/want-1) > 0.08 {
			t.Errorf("root mean square cv is %.3f, want %.3f", got, want)
		}
	}},
	{number: "R47", symptom: "skew with few nodes is theory", run: func(t *testing.T) {
		// Two nodes, V = 160: the share is Beta(160, 160), whose standard deviation is 0.0279. Over 400 rings
		// the root mean square lies within 22 % of it: six standard deviations.
		sum := 0.0
		for ring := range 400 {
			d := arcShares(build(t, good, 0, "", numbered(strconv.Itoa(ring)+"-%d", 2)...))[0] - 0.5
			sum += d * d
		}
		if got, want := math.Sqrt(sum/400), math.Sqrt(0.25/321); math.Abs(got/want-1) > 0.22 {
			t.Errorf("standard deviation of the share is %.4f, want %.4f", got, want)
		}
	}},
}
