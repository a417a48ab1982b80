package quality

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"testing"

	"hashlab/experiments/internal/stats"
	"hashlab/impl/consistent"
	"hashlab/impl/hash"
)

// nodesOf returns nodes of weight 1 whose ids format makes from first … first+count-1.
func nodesOf(format string, first, count int) []consistent.Node {
	nodes := make([]consistent.Node, count)
	for i := range nodes {
		nodes[i] = consistent.Node{ID: fmt.Sprintf(format, first+i), Weight: 1}
	}
	return nodes
}

func ringOf(t *testing.T, h hash.Hash, vnodes int, nodes []consistent.Node) consistent.Locator {
	t.Helper()
	e, err := consistent.Find("ring-vnodes")
	if err != nil {
		t.Fatal(err)
	}
	l, err := e.New(consistent.Options{Hash: h, Vnodes: vnodes}, nodes)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// One point an endpoint and 32 bits of FNV-1a: the fullest of ten has 94,087 of 100,000 keys. With xxh64 and 100
// points each the counts lie around 10,000: a share of the ring has a standard deviation of 0.095, so that a
// factor of 1.8 is beyond 8 of them.
func caseTenEndpoints(t *testing.T) {
	type point struct {
		at   uint64
		node int
	}
	const keyCount = 100_000
	endpoints := nodesOf("http://127.0.0.1:%d", 9001, 10)
	weak := made(t, "fnv1a-32-left", 0)
	var points []point
	for i, n := range endpoints {
		points = append(points, point{weak.String(n.ID), i})
	}
	slices.SortFunc(points, func(a, b point) int { return cmp.Compare(a.at, b.at) })
	sound, err := entry(t, "xxh64").New(0)
	if err != nil {
		t.Fatal(err)
	}
	l := ringOf(t, sound, 100, endpoints)
	var counts, even [10]int
	for i := range keyCount {
		key := fmt.Sprintf("sku-%d", i+1)
		h := weak.String(key)
		at := slices.IndexFunc(points, func(p point) bool { return p.at >= h })
		counts[points[max(at, 0)].node]++
		even[l.Locate(sound.String(key))]++
	}
	if got := slices.Max(counts[:]); got != 94_087 {
		t.Errorf("fnv1a-32, a point each: the fullest has %d keys, want 94087", got)
	}
	if most := slices.Max(even[:]); most > 18_000 {
		t.Errorf("xxh64, 100 points each: the fullest has %d keys", most)
	}
}

// The first call gives the published value, and suffixes -1 … -100 spread no worse after the finaliser than chance.
func caseNumberedSuffix(t *testing.T) {
	if got := made(t, "fnv1a-64", 0).String("a"); got != 0xaf63dc4c8601ec8c { // Noll's vector
		t.Errorf("the first call: got %#x", got)
	}
	label := func(dst []byte, s, v int) []byte { return fmt.Appendf(dst, "node-%d-%d", s, v+1) }
	weakWorst := 0.0
	for nodes := 3; nodes <= 12; nodes++ {
		for _, name := range []string{"fnv1a-64", "fnv1a-64-mixed"} {
			f := ringFinding(t, subjectOf(t, name), ring{nodes, 100}, label)
			if name == "fnv1a-64" {
				weakWorst = max(weakWorst, f.Statistic)
			} else if !f.holds() {
				t.Errorf("%s, %d nodes: %s", name, nodes, f.Result)
			}
		}
	}
	if weakWorst < 3 {
		t.Errorf("fnv1a-64: the coefficient of variation is at most %.2g times that of chance, want more than 3", weakWorst)
	}
}

// ringFinding judges one shape of labels.
func ringFinding(t *testing.T, s subject, r ring, label func([]byte, int, int) []byte) finding {
	t.Helper()
	f, err := ringShare(s, r, "case", label)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Who owns a key does not depend on the order in which the nodes came.
func caseOrder(t *testing.T) {
	h, err := entry(t, "crc32c-left").New(0)
	if err != nil {
		t.Fatal(err)
	}
	nodes := nodesOf("endpoint-%d", 1, 300)
	forward := ringOf(t, h, 100, nodes)
	backward := slices.Clone(nodes)
	slices.Reverse(backward)
	reversed := ringOf(t, h, 100, backward)
	for i := range uint64(100_000) {
		key := splitMix(i + 1)
		if a, b := forward.Nodes()[forward.Locate(key)].ID, reversed.Nodes()[reversed.Locate(key)].ID; a != b {
			t.Fatalf("hash %#x: %s and %s", key, a, b)
		}
	}
}

// The ids 0 … 99999 on 33 shards by djb2 as a signed number: 17 are empty and four hold 10,000 each. With
// murmur3-32 all hold about 3,030, whose standard deviation is 54; 400 is more than 7 of them.
func caseShards(t *testing.T) {
	const ids, shards = 100_000, 33
	weak, sound := made(t, "djb2-left", 0), made(t, "murmur3-32-left", 0)
	var bad, good [shards]int
	for i := range ids {
		id := fmt.Sprint(i)
		bad[(int(int32(uint32(weak.String(id))))%shards+shards)%shards]++
		good[(int(int32(uint32(sound.String(id))))%shards+shards)%shards]++
	}
	empty, full := 0, 0
	for _, n := range bad {
		switch n {
		case 0:
			empty++
		case 10_000:
			full++
		}
	}
	if empty != 17 || full != 4 {
		t.Errorf("djb2: %d shards are empty and %d hold 10,000, want 17 and 4", empty, full)
	}
	if least, most := slices.Min(good[:]), slices.Max(good[:]); least < 2_630 || most > 3_430 {
		t.Errorf("murmur3-32: from %d to %d keys a shard, want about 3030", least, most)
	}
}

// bytesHash is a hash that only has its Bytes.
type bytesHash struct {
	hash.Hash
	f func([]byte) uint64
}

func (h bytesHash) Bytes(key []byte) uint64 { return h.f(key) }

// FNV-1, which is not registered, is taken from the standard library.
func caseSimilarNames(t *testing.T) {
	weak := subject{wide: bytesHash{f: func(key []byte) uint64 {
		h := fnv.New64()
		h.Write(key)
		return h.Sum64()
	}}}
	for _, label := range labels {
		if f := ringFinding(t, weak, ring{64, 160}, label.append); label.name != "S_V" && f.Statistic < 3 {
			t.Errorf("FNV-1, %s: %.2g times chance, want more than 3", label.name, f.Statistic)
		}
		if f := ringFinding(t, subjectOf(t, "xxh64"), ring{64, 160}, label.append); !f.holds() {
			t.Errorf("xxh64: %s", f.Result)
		}
	}
}

func caseCRCRing(t *testing.T) {
	for name, good := range map[string]bool{"crc32c-left": false, "xxh64": true, "crc32c-mixed": true} {
		if f := ringFinding(t, subjectOf(t, name), ring{64, 160}, labels[0].append); f.holds() != good {
			t.Errorf("%s: %s", name, f.Result)
		}
	}
}

// A hash above the largest point belongs to the first, and the largest point to its own.
func caseWrap(t *testing.T) {
	h, err := entry(t, "xxh3").New(0)
	if err != nil {
		t.Fatal(err)
	}
	l := ringOf(t, h, 20, nodesOf("server-%d", 1, 10))
	pointed, ok := l.(consistent.Pointed)
	if !ok {
		t.Fatal("ring-vnodes shows no points")
	}
	points := pointed.Points()
	first, last := points[0], points[len(points)-1]
	if first.Node == last.Node || last.Hash == ^uint64(0) {
		t.Fatal("the ring does not tell the first point from the last")
	}
	for at, want := range map[uint64]int32{last.Hash: last.Node, last.Hash + 1: first.Node, ^uint64(0): first.Node, 0: first.Node} {
		if got := l.Locate(at); got != want {
			t.Errorf("hash %#x: got node %d, want %d", at, got, want)
		}
	}
}

// Pointers as they are lie on one node, hashes of them on all.
func casePointers(t *testing.T) {
	h, err := entry(t, "xxh3").New(0)
	if err != nil {
		t.Fatal(err)
	}
	l := ringOf(t, h, 100, nodesOf("n-%d", 0, 10))
	raw, hashed := map[int32]bool{}, make([]int, 10)
	for i := range uint64(10_000) {
		pointer := 135652247085056 + 16*i
		raw[l.Locate(pointer)] = true
		hashed[l.Locate(h.Uint64(pointer))]++
	}
	loads, ok := stats.NewLoads(hashed, nil)
	if len(raw) != 1 || !ok || loads.TroughToAverage() < 0.4 {
		t.Errorf("raw pointers reach %d nodes, want 1; hashed ones %v", len(raw), hashed)
	}
}
