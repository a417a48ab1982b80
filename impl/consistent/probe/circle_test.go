package probe

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
	"hashlab/impl/hash"
	_ "hashlab/impl/hash/sip"
)

func circleOf(places ...uint64) circle {
	var points []consistent.Point
	for i, h := range places {
		points = append(points, consistent.Point{Hash: h, Node: int32(i)})
	}
	return newCircle(points)
}

// TestNearestIsItsDefinition holds searches against a scan of all points, on places that are few or crowd in a corner.
func TestNearestIsItsDefinition(t *testing.T) {
	place := rapid.OneOf(rapid.Uint64(), rapid.Uint64Range(0, 20), rapid.Uint64Range(math.MaxUint64-20, math.MaxUint64),
		rapid.Map(rapid.Uint64Range(0, 7), func(x uint64) uint64 { return x << 61 }))
	rapid.Check(t, func(t *rapid.T) {
		c := circleOf(rapid.SliceOfN(place, 1, 60).Draw(t, "points")...)
		probes := rapid.SliceOfN(place, 1, 8).Draw(t, "places")
		best, least := -1, uint64(math.MaxUint64)
		for i, p := range c.points[:len(c.points)-1] {
			for _, q := range probes {
				if d := p.Hash - q; best < 0 || d < least {
					best, least = i, d
				}
			}
		}
		if got := int(c.nearest(probes)); got != best {
			t.Fatalf("nearest is point %d at %#x, want %d at %#x", got, c.points[got].Hash, best, c.points[best].Hash)
		}
	})
}

// TestDistanceWraps is case R32, its 32-bit places moved to the high half: a probe just before 0 is near a point just
// after it.
func TestDistanceWraps(t *testing.T) {
	c := circleOf(10<<32, 0x80000000<<32)
	if got := c.nearest([]uint64{0xFFFFFFF0 << 32, 0x7FFF0000 << 32}); got != 0 {
		t.Errorf("the nearest is point %d, want 0", got)
	}
}

// mpchashOwners are the first 20 lines of dgryski/go-mpchash, testdata/compat.out: the shards that own the keys shard-1,
// shard-2 …
var mpchashOwners = []int{1389, 4257, 4744, 4613, 3027, 1872, 3565, 5494, 5517, 3009, 163, 2061, 5627, 787, 2917, 2329, 3737, 4750, 1660, 21}

// TestMpchash holds the search against go-mpchash: SipHash-2-4 under the key (s, 0) places nodes with s = 0 and keys at
// hash(1) + p hash(2) for p = 0 … 20, and a point at the place itself does not count.
func TestMpchash(t *testing.T) {
	e, err := hash.Find("siphash24")
	if err != nil {
		t.Fatal(err)
	}
	var seeded [3]hash.Hash
	for s := range seeded {
		if seeded[s], err = e.New(uint64(s)); err != nil {
			t.Fatal(err)
		}
	}
	var nodes []uint64
	for i := range 6000 {
		nodes = append(nodes, seeded[0].String(fmt.Sprintf("shard-%d", i+1)))
	}
	c := circleOf(nodes...)
	for i, want := range mpchashOwners {
		key := fmt.Sprintf("shard-%d", i+1)
		var probes []uint64
		for p := range uint64(21) {
			probes = append(probes, seeded[1].String(key)+p*seeded[2].String(key)+1)
		}
		if got := int(c.points[c.nearest(probes)].Node) + 1; got != want {
			t.Errorf("%s belongs to shard-%d, want shard-%d", key, got, want)
		}
	}
}

var byBytes = consistenttest.Func(func(key []byte) uint64 {
	h := uint64(len(key))
	for _, b := range key {
		h = hash.Fmix64(h ^ uint64(b)<<56)
	}
	return h
})

// TestShares holds the mean squared cv of keys a node against that of the shares, see the theory
// "multi-probe", which is 1/(2k-1) to 20 digits at N = 100, and the noise of drawing keys, (N-1-cv^2)/K. Bounds are 6.5 standard
// errors: a false alarm has a chance of 1e-10, and a cv that is off by 8 % is found.
func TestShares(t *testing.T) {
	const nodes, keys, rings = 100, 10_000, 600
	sum, squares := 0.0, 0.0
	dst, hs := make([]int32, keys), make([]uint64, keys)
	for ring := range rings {
		var list []consistent.Node
		for i := range nodes {
			list = append(list, consistent.Node{ID: fmt.Sprintf("%d/%d", ring, i), Weight: 1})
		}
		m, err := NewMultiProbe(consistent.Options{Hash: byBytes}, list)
		if err != nil {
			t.Fatal(err)
		}
		for i := range hs {
			hs[i] = hash.Fmix64(uint64(ring*keys+i) + 1)
		}
		m.LocateAll(dst, hs)
		var counts [nodes]float64
		for _, node := range dst {
			counts[node]++
		}
		cv2 := 0.0
		for _, c := range counts {
			d := c*nodes/keys - 1
			cv2 += d * d / nodes
		}
		sum, squares = sum+cv2, squares+cv2*cv2
	}
	mean := sum / rings
	standardError := math.Sqrt((squares/rings - mean*mean) / rings)
	const shares = 1.0 / (2*probes - 1)
	want := shares + (nodes-1-shares)/keys
	t.Logf("squared cv %.5f ± %.5f, theory %.5f", mean, standardError, want)
	if math.Abs(mean-want) > 6.5*standardError {
		t.Errorf("squared cv %.5f, want %.5f ± %.5f", mean, want, 6.5*standardError)
	}
}

// TestReplicasFollow: the replicas after the owner are the nodes whose points come next.
func TestReplicasFollow(t *testing.T) {
	var list []consistent.Node
	for i := range 7 {
		list = append(list, consistent.Node{ID: fmt.Sprint("n", i), Weight: 1})
	}
	m, err := NewMultiProbe(consistent.Options{Hash: byBytes}, list)
	if err != nil {
		t.Fatal(err)
	}
	var ring []int32
	for _, p := range m.circle.points[:7] {
		ring = append(ring, p.Node)
	}
	ring = append(ring, ring...)
	for i := range uint64(500) {
		h := hash.Fmix64(i)
		dst := make([]int32, 9)
		n := m.LocateN(dst, h)
		at := slices.Index(ring, m.Locate(h))
		if !slices.Equal(dst[:n], ring[at:at+7]) {
			t.Fatalf("replicas of %#x are %v, want %v", h, dst[:n], ring[at:at+7])
		}
	}
}

func TestBytes(t *testing.T) {
	m, err := NewMultiProbe(consistent.Options{Hash: byBytes}, []consistent.Node{{ID: "a", Weight: 1}, {ID: "b", Weight: 1}, {ID: "c", Weight: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := m.Bytes(), int64(3*24+4*16+9*4); got != want {
		t.Errorf("Bytes() = %d with three nodes, want %d", got, want)
	}
}
