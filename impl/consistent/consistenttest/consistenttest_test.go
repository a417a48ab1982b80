package consistenttest

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// plainEntry describes the plain ring with a fault.
func plainEntry(f fault) consistent.Entry {
	return consistent.Entry{
		Meta: registry.Meta{Name: "plain", Pinned: 0xf00d},
		Capabilities: consistent.Capabilities{
			RemovesAny: true, Monotone: true, Weights: true, Replicas: true, Vnodes: true, DefaultVnodes: 160,
		},
		Theory: "dirichlet",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return newPlainRing(f, o, nodes)
		},
	}
}

// noCount stands for a counter of allocations where they are not the matter.
func noCount(int, func()) float64 { return 0 }

func TestPlantedFaults(t *testing.T) {
	tests := []struct {
		fault fault
		check string // the check that must catch it
	}{
		{"off by one", "points-own-arcs"},
		{"strictly after", "points-own-arcs"},
		{"no wrap", "points-own-arcs"},
		{"points out of order", "points-own-arcs"},
		{"empty gives 0", "total"},
		{"each build differs", "deterministic"},
		{"ties by insertion", "insertion-order"},
		{"ghost stays", "total"},
		{"ghost stays", "add-remove-restores"},
		{"neighbour suffers", "monotone"},
		{"neighbour suffers", "add-remove-restores"},
		{"fixed total", "monotone"},
		{"fixed total", "weights-proportional"},
		{"weights ignored", "weights-proportional"},
		{"replicas repeat", "replicas-distinct"},
		{"replicas begin elsewhere", "replicas-distinct"},
		{"bulk loses its tail", "bulk-equals-single"},
		{"bulk writes past", "bulk-equals-single"},
		{"look-up shares state", "bulk-equals-single"},
		{"double Add accepted", "refuses-bad-nodes"},
		{"empty id accepted", "refuses-bad-nodes"},
		{"NaN accepted", "refuses-bad-nodes"},
		{"errors untyped", "refuses-bad-nodes"},
		{"refusal leaves a trace", "refuses-bad-nodes"},
		{"unknown Remove accepted", "refuses-bad-nodes"},
		{"options unchecked", "refuses-bad-options"},
		{"nil hash panics", "refuses-bad-options"},
		{"last node unlisted", "nodes-listed"},
		{"bytes forgotten", "nodes-listed"},
	}
	for _, test := range tests {
		t.Run(string(test.fault)+"/"+test.check, func(t *testing.T) {
			wantCaught(t, plainEntry(test.fault), test.check)
		})
	}
}

// wantCaught fails t where check does not fail for e.
func wantCaught(t *testing.T, e consistent.Entry, check string) {
	t.Helper()
	checks := Checks(e)
	at := slices.IndexFunc(checks, func(c registry.Check) bool { return c.Name == check })
	if at < 0 {
		t.Fatalf("there is no check %q", check)
	}
	// Hold also turns a panic of the check into its failure.
	err := registry.Hold(e.Meta, checks[at:at+1])
	if err == nil {
		t.Errorf("check %q passes", check)
	} else {
		t.Log(err)
	}
}

func TestNoFaultPasses(t *testing.T) {
	err := Run(plainEntry(""), noCount)
	if err == nil || strings.Count(err.Error(), "\n") != 0 || !strings.Contains(err.Error(), "pinned-answer") {
		t.Errorf("got %v, want pinned-answer alone to fail", err)
	}
}

func TestAllocationIsCaught(t *testing.T) {
	e := plainEntry("")
	e.Traits.Fails = []string{"no-allocation", "pinned-answer"}
	if err := Run(e, func(int, func()) float64 { return 1 }); err != nil {
		t.Error(err)
	}
}

func TestDeclaredCapabilitiesAreHeld(t *testing.T) {
	tests := []struct {
		check   string
		declare func(*consistent.Entry)
	}{
		{"weights-refused", func(e *consistent.Entry) { e.Weights = false }},
		{"replicas-none", func(e *consistent.Entry) { e.Replicas = false }},
		{"removes-last-only", func(e *consistent.Entry) { e.RemovesAny = false }},
		{"refuses-bad-options", func(e *consistent.Entry) { e.Vnodes = false }},
		{"refuses-bad-options", func(e *consistent.Entry) { e.BuiltinHash = "own" }},
		{"balance", func(e *consistent.Entry) { e.Theory = "multinomial" }},
	}
	for _, test := range tests {
		t.Run(test.check, func(t *testing.T) {
			e := plainEntry("")
			test.declare(&e)
			wantCaught(t, e, test.check)
		})
	}
}

// twisted is a locator on keys whose string form differs for long keys.
type twisted struct{ consistent.KeyLocator }

func (t twisted) LocateString(key string) int32 {
	if len(key) > 200 {
		return 0
	}
	return t.KeyLocator.LocateString(key)
}

func TestFormsAgreeIsHeld(t *testing.T) {
	e := plainEntry("")
	e.New, e.NewKeyed = nil, func(o consistent.Options, nodes []consistent.Node) (consistent.KeyLocator, error) {
		l, err := newPlainRing("", consistent.Options{Hash: good}, nodes)
		return twisted{consistent.Join(l, good)}, err
	}
	wantCaught(t, e, "forms-agree")
}

// racing is a locator whose bulk look-up gives one wrong answer, as one that shares state would.
type racing struct{ *plainRing }

func (r racing) LocateAll(dst []int32, hs []uint64) {
	r.plainRing.LocateAll(dst, hs)
	dst[len(hs)/2] = (dst[len(hs)/2] + 1) % int32(len(r.nodes))
}

func TestConcurrentLookupsAreHeld(t *testing.T) {
	e := plainEntry("")
	e.New = func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
		l, err := newPlainRing("", o, nodes)
		if err != nil {
			return nil, err
		}
		return racing{l.(*plainRing)}, nil
	}
	wantCaught(t, e, "concurrent-lookups")
}

func TestWithin(t *testing.T) {
	err := within(time.Millisecond, func() error { select {} })
	if err == nil || !strings.Contains(err.Error(), "does not stop") {
		t.Errorf("got %v for a function that does not end, want an error that says so", err)
	}
	if err := within(time.Minute, func() error { panic("x") }); err == nil {
		t.Error("got no error for a panic")
	}
	if err := within(time.Minute, func() error { return nil }); err != nil {
		t.Error(err)
	}
}

func TestChiSquareTail10(t *testing.T) {
	// Upper quantiles of chi-square at 10 degrees of freedom: NIST/SEMATECH e-Handbook, section 1.3.6.7.4.
	for _, test := range []struct{ x, want float64 }{{15.987, 0.10}, {18.307, 0.05}, {23.209, 0.01}, {29.588, 0.001}} {
		if got := chiSquareTail10(test.x); math.Abs(got-test.want) > test.want*2e-3 {
			t.Errorf("chiSquareTail10(%v) = %v, want %v", test.x, got, test.want)
		}
	}
}

func TestShareBand(t *testing.T) {
	low, high := shareBand(0.2, 1000, 1e5, 1e-9)
	for name, share := range map[string]float64{"low": low, "high": high} {
		// Both ends lie between 5 and 12 standard deviations of the arc share, 0.01265.
		if z := math.Abs(share-0.2) / math.Sqrt(0.2*0.8/1001); z < 5 || z > 12 {
			t.Errorf("%s end %v is %.1f standard deviations away", name, share, z)
		}
	}
	idealLow, idealHigh := shareBand(0.2, math.Inf(1), 1e5, 1e-9)
	if idealLow < low || idealHigh > high || idealLow > 0.2 || idealHigh < 0.2 {
		t.Errorf("ideal band [%v, %v] is not inside the ring's [%v, %v]", idealLow, idealHigh, low, high)
	}
}

func TestFunc(t *testing.T) {
	var h hash.Hash = good
	keys := [][]byte{nil, []byte("a"), {1, 0, 0, 0, 0, 0, 0, 0}}
	sums := make([]uint64, 3)
	h.Sum(sums, keys)
	texts := make([]uint64, 3)
	h.SumStrings(texts, []string{"", "a", string(keys[2])})
	for i, key := range keys {
		if want := h.Bytes(key); sums[i] != want || texts[i] != want || h.String(string(key)) != want {
			t.Errorf("forms of key %q differ", key)
		}
	}
	if h.Uint64(1) != sums[2] {
		t.Error("Uint64(1) is not Bytes of its 8 little-endian bytes")
	}
	// FNV-1a of "a", from the FNV page of Landon Curt Noll.
	if got, want := h.String("a"), hash.Fmix64(0xaf63dc4c8601ec8c); got != want {
		t.Errorf("hash of \"a\" = %#x, want %#x", got, want)
	}
}
