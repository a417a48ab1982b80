package ring

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"testing"

	"hashlab/impl/consistent"
)

// fixtureNodes are the servers and weights of libmemcached's own test.
var fixtureNodes = []consistent.Node{
	{ID: "10.0.1.1:11211", Weight: 600}, {ID: "10.0.1.2:11211", Weight: 300}, {ID: "10.0.1.3:11211", Weight: 200},
	{ID: "10.0.1.4:11211", Weight: 350}, {ID: "10.0.1.5:11211", Weight: 1000}, {ID: "10.0.1.6:11211", Weight: 800},
	{ID: "10.0.1.7:11211", Weight: 950}, {ID: "10.0.1.8:11211", Weight: 100},
}

func ketama(t *testing.T, nodes []consistent.Node) *Ketama {
	t.Helper()
	r, err := NewKetama(consistent.Options{}, nodes)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestKetamaVectors holds keys, places and owners of libmemcached, test/fixtures/ketama.hpp, among them two keys of one
// point, and a key past the last point that the project's reference computed.
func TestKetamaVectors(t *testing.T) {
	r := ketama(t, fixtureNodes)
	for _, test := range []struct {
		key         string
		hash, point uint32
		owner       string
	}{
		{`SVa_]_V41)`, 443691461, 445379617, "10.0.1.7"},
		{`*/Z;?V(.\8`, 1422915503, 1428303028, "10.0.1.1"},
		{`30C1*Z*S/_`, 1473165754, 1480075959, "10.0.1.2"},
		{`ERR:EC58G>`, 2148406511, 2168579133, "10.0.1.7"},
		{`1I=cTMNTKF`, 2882686667, 2885206587, "10.0.1.5"},
		{"]VG<`I*Z8)", 1103544263, 1104827657, "10.0.1.5"},
		{`P1[Ma3=K1/`, 1989324036, 1994028240, "10.0.1.8"},
		{`D[HE+cFXDK`, 2117036136, 2117124014, "10.0.1.3"},
		{`EM75N0+[X1`, 1558531507, 1559308507, "10.0.1.4"},
		{`C89I.-V?cT`, 1604239957, 1606398093, "10.0.1.8"},
		{`1*RTMC7,03`, 1602398012, 1606398093, "10.0.1.8"},
		{`@7RU6C6T+Z`, 3862737685, 3871917949, "10.0.1.5"},
		{`+550F^/.01`, 3781824099, 3783248219, "10.0.1.6"},
		{`QR(a+Q=1FU`, 3238535074, 3238996435, "10.0.1.6"},
		{`VDEAAAAA`, 0xfffcd1b5, 2148620, "10.0.1.3"}, // past the last point, 0xfffbdf7f
	} {
		h := KetamaKey([]byte(test.key))
		if got := uint32(h >> 32); got != test.hash {
			t.Errorf("key %q: hash %d, want %d", test.key, got, test.hash)
		}
		at := r.circle.find(h) % uint64(r.circle.size())
		if got := uint32(r.circle.hash(int(at)) >> 32); got != test.point {
			t.Errorf("key %q: point %d, want %d", test.key, got, test.point)
		}
		if got, want := r.Nodes()[r.Locate(h)].ID, test.owner+":11211"; got != want {
			t.Errorf("key %q belongs to %s, want %s", test.key, got, want)
		}
	}
	wantCounts(t, r.Points(), []int{176, 88, 56, 104, 296, 236, 280, 28})
}

func wantCounts(t *testing.T, points []consistent.Point, want []int) {
	t.Helper()
	got := make([]int, len(want))
	for _, p := range points {
		got[p.Node]++
	}
	for at := range want {
		if got[at] != want[at] {
			t.Errorf("points of the nodes are %v, want %v", got, want)
			return
		}
	}
}

// TestKetamaSpyVectors holds owners of the second half of the same file.
func TestKetamaSpyVectors(t *testing.T) {
	r, err := NewKetamaSpy(consistent.Options{}, fixtureNodes)
	if err != nil {
		t.Fatal(err)
	}
	for key, owner := range map[string]string{
		`SVa_]_V41)`: "10.0.1.2", `*/Z;?V(.\8`: "10.0.1.4", `30C1*Z*S/_`: "10.0.1.2", `ERR:EC58G>`: "10.0.1.7", `1I=cTMNTKF`: "10.0.1.4",
		"]VG<`I*Z8)": "10.0.1.5", "UUTC`-V159": "10.0.1.7", `@7RU6C6T+Z`: "10.0.1.6", `726bW=9*a4`: "10.0.1.3", "\\`)<B)UE,c": "10.0.1.8",
		`P1[Ma3=K1/`: "10.0.1.1",
	} {
		if got, want := r.Nodes()[r.Locate(KetamaKey([]byte(key)))].ID, owner+":11211"; got != want {
			t.Errorf("key %q belongs to %s, want %s", key, got, want)
		}
	}
	bare, err := NewKetamaSpy(consistent.Options{}, []consistent.Node{{ID: "10.0.1.1", Weight: 1}})
	if err != nil {
		t.Fatal(err)
	}
	ported, err := NewKetamaSpy(consistent.Options{}, []consistent.Node{{ID: "10.0.1.1:11211", Weight: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if bare.Points()[0] != ported.Points()[0] {
		t.Error("a missing port is not 11211")
	}
}

// TestKetamaSearch holds the case that a binary search of Perl's Algorithm::ConsistentHash::Ketama got wrong: two raw
// keys that hash to 0, before the first point 6545477, which r02 owns.
func TestKetamaSearch(t *testing.T) {
	r := ketama(t, []consistent.Node{{ID: "r01", Weight: 1}, {ID: "r02", Weight: 1}})
	for _, digits := range []string{"161c6d14dae73a874ac0aa0017fb8340", "37292b669dd8f7c952cf79ca0dc6c5d7"} {
		key, err := hex.DecodeString(digits)
		if err != nil {
			t.Fatal(err)
		}
		h := KetamaKey(key)
		if h != 0 || r.Nodes()[r.Locate(h)].ID != "r02" || r.Points()[0].Hash>>32 != 6545477 {
			t.Errorf("key %s: hash %d belongs to %s, first point %d", digits, h, r.Nodes()[r.Locate(h)].ID, r.Points()[0].Hash>>32)
		}
	}
}

// TestKetamaCounts holds counts of dgryski/go-ketama's test: keys foo0 … foo99999 on ten equal nodes.
func TestKetamaCounts(t *testing.T) {
	var nodes []consistent.Node
	for i := range 10 {
		nodes = append(nodes, consistent.Node{ID: fmt.Sprintf("server%d", i+1), Weight: 1})
	}
	r := ketama(t, nodes)
	counts := map[string]int{}
	for i := range 100_000 {
		counts[r.Nodes()[r.Locate(KetamaKey(fmt.Appendf(nil, "foo%d", i)))].ID]++
	}
	for i, want := range []int{8699, 10885, 9980, 10237, 9099, 10997, 10365, 10380, 9896, 9462} {
		if got := counts[nodes[i].ID]; got != want {
			t.Errorf("%s has %d keys, want %d", nodes[i].ID, got, want)
		}
	}
}

// TestKetamaFloatTrap counts the numbers of equal nodes at which rounding loses a group of points: in libmemcached's
// floats 103 of the first 1000, as the project's reference has it.
func TestKetamaFloatTrap(t *testing.T) {
	var lost []int
	for n := 1; n <= 1000; n++ {
		switch got := ketamaGroups(1, float64(n), 160, n); got {
		case 40:
		case 39:
			lost = append(lost, n)
		default:
			t.Errorf("%d equal nodes: %d groups", n, got)
		}
	}
	if want := []int{25, 47, 50, 55, 61}; len(lost) != 103 || fmt.Sprint(lost[:5]) != fmt.Sprint(want) {
		t.Errorf("a group is lost at %d numbers of nodes, the first %v; want 103, first %v", len(lost), lost[:5], want)
	}
	var nodes []consistent.Node
	for i := range 25 {
		nodes = append(nodes, consistent.Node{ID: fmt.Sprint(i), Weight: 1})
	}
	if got := len(ketama(t, nodes).Points()); got != 25*156 {
		t.Errorf("25 equal nodes have %d points, want %d", got, 25*156)
	}
}

func TestKetamaRefuses(t *testing.T) {
	for _, o := range []consistent.Options{{Vnodes: 6}, {Labels: consistent.LabelsColon}} {
		if _, err := NewKetama(o, nil); !errors.Is(err, consistent.ErrOptions) {
			t.Errorf("vnodes %d, labels %q: got error %v, want ErrOptions", o.Vnodes, string(o.Labels), err)
		}
	}
	r := ketama(t, fixtureNodes)
	if err := r.Add("x", math.MaxUint32+1); !errors.Is(err, consistent.ErrWeight) {
		t.Errorf("weight 2^32: got error %v, want ErrWeight", err)
	}
	// A share that rounds down to nothing has one digest's points all the same.
	if err := r.Add("x", 1e-300); err != nil {
		t.Error(err)
	}
	if got := r.Points(); len(got) == 0 {
		t.Error("no points")
	}
	owned := 0
	for _, p := range r.Points() {
		if r.Nodes()[p.Node].ID == "x" {
			owned++
		}
	}
	if owned != ketamaPoints {
		t.Errorf("a weight of 1e-300 has %d points, want %d", owned, ketamaPoints)
	}
}
