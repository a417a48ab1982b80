package article

import (
	gocmp "cmp"
	"crypto/md5"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"math/big"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
	"hashlab/impl/hash"
)

// The counts in this file come from running the article's program.

func servers(n int) []consistent.Node {
	nodes := make([]consistent.Node, n)
	for i := range nodes {
		nodes[i] = consistent.Node{ID: fmt.Sprintf("server-%d", i+1), Weight: 1}
	}
	return nodes
}

func newRing(t *testing.T, o consistent.Options, n int) *Ring {
	t.Helper()
	r, err := NewRing(o, servers(n))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// keys are user:0:profile … user:99999:profile.
var keys = func() [][]byte {
	keys := make([][]byte, 100_000)
	for i := range keys {
		keys[i] = fmt.Appendf(nil, "user:%d:profile", i)
	}
	return keys
}()

func owners(r *Ring) []string {
	numbers := make([]int32, len(keys))
	r.LocateAll(numbers, keys)
	ids := make([]string, len(keys))
	for i, at := range numbers {
		ids[i] = r.Nodes()[at].ID
	}
	return ids
}

func counts(owners []string) map[string]int {
	c := map[string]int{}
	for _, id := range owners {
		c[id]++
	}
	return c
}

// moved counts the keys that changed their server, and those of them that went to id.
func moved(before, after []string, id string) (all, to int) {
	for i := range before {
		if before[i] != after[i] {
			all++
			if after[i] == id {
				to++
			}
		}
	}
	return all, to
}

func TestFourthServer(t *testing.T) {
	r := newRing(t, consistent.Options{Vnodes: 5}, 3)
	example := func() string { return r.Nodes()[r.LocateString("user:123:profile")].ID }
	if got := example(); got != "server-2" {
		t.Errorf("user:123:profile belongs to %s, want server-2", got)
	}
	before := owners(r)
	want := map[string]int{"server-1": 36_716, "server-2": 30_293, "server-3": 32_991}
	if diff := cmp.Diff(want, counts(before)); diff != "" {
		t.Errorf("three servers (-want +got):\n%s", diff)
	}
	if err := r.Add("server-4", 1); err != nil {
		t.Fatal(err)
	}
	if got := example(); got != "server-4" {
		t.Errorf("user:123:profile belongs to %s after the addition, want server-4", got)
	}
	after := owners(r)
	want = map[string]int{"server-1": 28_542, "server-2": 16_463, "server-3": 20_381, "server-4": 34_614}
	if diff := cmp.Diff(want, counts(after)); diff != "" {
		t.Errorf("four servers (-want +got):\n%s", diff)
	}
	if all, to := moved(before, after, "server-4"); all != 34_614 || to != all {
		t.Errorf("%d keys moved, %d of them to server-4; want 34,614, all of them", all, to)
	}
}

func TestRemoval(t *testing.T) {
	r := newRing(t, consistent.Options{Vnodes: 5}, 3)
	before := owners(r)
	if err := r.Remove("server-2"); err != nil {
		t.Fatal(err)
	}
	after := owners(r)
	if diff := cmp.Diff(map[string]int{"server-1": 65_058, "server-3": 34_942}, counts(after)); diff != "" {
		t.Errorf("two servers (-want +got):\n%s", diff)
	}
	if all, _ := moved(before, after, ""); all != 30_293 {
		t.Errorf("%d keys moved, want 30,293", all)
	}
}

func TestReplicas(t *testing.T) {
	few := counts(owners(newRing(t, consistent.Options{}, 4)))
	if diff := cmp.Diff(map[string]int{"server-1": 19_634, "server-2": 20_609, "server-3": 49_852, "server-4": 9_905}, few); diff != "" {
		t.Errorf("3 points a server (-want +got):\n%s", diff)
	}
	r := newRing(t, consistent.Options{Vnodes: 100}, 4)
	before := owners(r)
	want := map[string]int{"server-1": 25_403, "server-2": 25_624, "server-3": 23_806, "server-4": 25_167}
	if diff := cmp.Diff(want, counts(before)); diff != "" {
		t.Errorf("100 points a server (-want +got):\n%s", diff)
	}
	if err := r.Add("server-5", 1); err != nil {
		t.Fatal(err)
	}
	if all, to := moved(before, owners(r), "server-5"); all != 18_916 || to != all {
		t.Errorf("%d keys moved, %d of them to server-5; want 18,916, all of them", all, to)
	}
}

// TestModulo is the article's placement by md5(key) % N, over the digests that the ring takes.
func TestModulo(t *testing.T) {
	remainder := func(p place, n uint64) uint64 {
		// 2^64 mod n, times the high half, plus the low one.
		wrap := (1<<64 - 1) % n
		wrap = (wrap + 1) % n
		return (p.high%n*wrap + p.low%n) % n
	}
	r, all := &Ring{}, 0
	for _, key := range keys {
		p := r.digest(key)
		if remainder(p, 4) != remainder(p, 5) {
			all++
		}
	}
	if all != 80_031 {
		t.Errorf("%d keys move from 4 to 5 servers, want 80,031", all)
	}
}

// TestSearch holds look-ups against a scan over the digests as big integers.
func TestSearch(t *testing.T) {
	r := newRing(t, consistent.Options{Vnodes: 7}, 9)
	number := func(text string) *big.Int {
		sum := md5.Sum([]byte(text))
		return new(big.Int).SetBytes(sum[:])
	}
	type spot struct {
		at   *big.Int
		node int32
	}
	var spots []spot
	for i, n := range r.Nodes() {
		for v := range 7 {
			spots = append(spots, spot{number(fmt.Sprintf("%s:%d", n.ID, v)), int32(i)})
		}
	}
	slices.SortFunc(spots, func(a, b spot) int { return a.at.Cmp(b.at) })
	// A label of the ring lies exactly on a point, and so belongs to the next one.
	texts := []string{"server-1:0", "server-9:6", "server-5:3"}
	for _, key := range keys[:2000] {
		texts = append(texts, string(key))
	}
	for _, text := range texts {
		want := spots[0].node
		if i := slices.IndexFunc(spots, func(s spot) bool { return s.at.Cmp(number(text)) > 0 }); i >= 0 {
			want = spots[i].node
		}
		if got := r.LocateString(text); got != want {
			t.Errorf("%q belongs to node %d, want %d", text, got, want)
		}
	}
}

// TestSharedPlace puts all points at one place under an injected hash.
func TestSharedPlace(t *testing.T) {
	one := consistenttest.Func(func([]byte) uint64 { return 5 })
	r := newRing(t, consistent.Options{Hash: one, Vnodes: 2}, 3)
	for _, want := range []string{"server-3", "server-2", "server-1"} {
		if got := r.Nodes()[r.LocateString("x")].ID; got != want {
			t.Errorf("the place belongs to %s, want %s, the latest", got, want)
		}
		if err := r.Remove(want); err != nil {
			t.Fatal(err)
		}
	}
	if got := r.LocateString("x"); got != -1 {
		t.Errorf("an empty ring answers %d, want -1", got)
	}
}

// TestInjectedHash holds a ring of crc32 in the high half against a scan.
func TestInjectedHash(t *testing.T) {
	left := consistenttest.Func(func(key []byte) uint64 { return uint64(crc32.ChecksumIEEE(key)) << 32 })
	r := newRing(t, consistent.Options{Hash: left, Vnodes: 10}, 5)
	points := map[uint64]int32{}
	for i, n := range r.Nodes() {
		for v := range 10 {
			points[left.String(fmt.Sprintf("%s:%d", n.ID, v))] = int32(i)
		}
	}
	sorted := slices.Sorted(maps.Keys(points))
	for _, key := range keys[:2000] {
		at := sorted[0]
		if i := slices.IndexFunc(sorted, func(p uint64) bool { return p > left.Bytes(key) }); i >= 0 {
			at = sorted[i]
		}
		if got := r.Locate(key); got != points[at] {
			t.Errorf("%s belongs to node %d, want %d", key, got, points[at])
		}
	}
}

func TestErrors(t *testing.T) {
	r := newRing(t, consistent.Options{}, 3)
	if err := r.Add("server-2", 1); !errors.Is(err, consistent.ErrDuplicate) {
		t.Errorf("a server added twice: got error %v, want ErrDuplicate", err)
	}
	if _, err := NewRing(consistent.Options{Labels: consistent.LabelsDash}, nil); !errors.Is(err, consistent.ErrOptions) {
		t.Errorf("labels id-i: got error %v, want ErrOptions", err)
	}
	if _, err := NewRing(consistent.Options{Labels: consistent.LabelsColon}, nil); err != nil {
		t.Errorf("labels id:i: %v", err)
	}
	if _, err := NewRing(consistent.Options{Vnodes: consistent.MaxVnodes}, servers(2049)); !errors.Is(err, consistent.ErrOptions) {
		t.Errorf("more than MaxPoints points: got error %v, want ErrOptions", err)
	}
}

func TestDigest(t *testing.T) {
	// RFC 1321, appendix A.5.
	got := (&Ring{}).digest([]byte("abc"))
	if want := (place{0x900150983cd24fb0, 0xd6963f7d28e17f72}); got != want {
		t.Errorf("digest of \"abc\" = %#x, want %#x", got, want)
	}
	var h hash.Hash = consistenttest.Func(func(key []byte) uint64 { return binary.BigEndian.Uint64(key) })
	if got, want := (&Ring{hash: h}).digest([]byte("12345678")), (place{high: 0x3132333435363738}); got != want {
		t.Errorf("digest under an injected hash = %#x, want %#x", got, want)
	}
}

// TestPlaces: a key belongs to the first place after its own, which the places must tell as look-ups do.
func TestPlaces(t *testing.T) {
	for _, o := range []consistent.Options{{Vnodes: 5}, {Vnodes: 5, Hash: consistenttest.Func(func(key []byte) uint64 { return uint64(crc32.ChecksumIEEE(key)) << 32 })}} {
		r := newRing(t, o, 4)
		places := r.Places()
		if len(places) != 20 || !slices.IsSortedFunc(places, func(a, b consistent.Point) int { return gocmp.Compare(a.Hash, b.Hash) }) {
			t.Fatalf("%d places, want 20 in ascending order: %v", len(places), places)
		}
		for _, key := range keys[:2000] {
			at := r.Place(key)
			i := slices.IndexFunc(places, func(p consistent.Point) bool { return p.Hash > at })
			if want := places[max(i, 0)].Node; r.Locate(key) != want {
				t.Errorf("%s at %016x belongs to node %d, the places say %d", key, at, r.Locate(key), want)
			}
		}
	}
}
