package consistent_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
	"hashlab/impl/registry"
)

var sum = consistenttest.Func(func(key []byte) uint64 {
	h := uint64(0)
	for _, b := range key {
		h = h*257 + uint64(b)
	}
	return h
})

func TestLabels(t *testing.T) {
	tests := []struct {
		labels consistent.Labels
		i      int
		want   string
	}{
		{"", 0, "s\x000"},
		{consistent.LabelsSeparated, 12, "s\x0012"},
		{consistent.LabelsColon, 12, "s:12"},
		{consistent.LabelsDash, 0, "s-0"},
		{consistent.LabelsUnderscore, 12, "s_12"},
		{consistent.LabelsPrefix, 12, "12s"},
		{consistent.LabelsLetters, 0, "s#a"},
		{consistent.LabelsLetters, 25, "s#z"},
		{consistent.LabelsLetters, 26, "s#aa"},
		{consistent.LabelsLetters, 701, "s#zz"},
		{consistent.LabelsLetters, 702, "s#aaa"},
		{consistent.LabelsLetters, consistent.MaxVnodes - 1, "s#bgqcv"},
	}
	for _, test := range tests {
		if got := string(test.labels.Append([]byte("x"), "s", test.i)); got != "x"+test.want {
			t.Errorf("labels=%q i=%d: got %q, want %q", string(test.labels), test.i, got, "x"+test.want)
		}
	}
}

// TestLabelsDiffer holds the shapes that tell (id, i) from every other pair to it. LabelsPrefix does not.
func TestLabelsDiffer(t *testing.T) {
	for _, labels := range consistent.AllLabels() {
		if labels == consistent.LabelsPrefix {
			continue
		}
		t.Run(string(labels), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				id, index := rapid.StringMatching(`[a1:#_\-]{1,4}`), rapid.IntRange(0, 1200)
				a, i, b, j := id.Draw(t, "a"), index.Draw(t, "i"), id.Draw(t, "b"), index.Draw(t, "j")
				same := string(labels.Append(nil, a, i)) == string(labels.Append(nil, b, j))
				if want := a == b && i == j; same != want {
					t.Errorf("(%q, %d) and (%q, %d): equal labels is %v, want %v", a, i, b, j, same, want)
				}
			})
		})
	}
	if a, b := consistent.LabelsPrefix.Append(nil, "1a", 1), consistent.LabelsPrefix.Append(nil, "a", 11); string(a) != string(b) {
		t.Errorf("labels %q and %q differ, and i+id is known to make them equal", a, b)
	}
}

func TestOptionsCheck(t *testing.T) {
	for _, o := range []consistent.Options{{Vnodes: -1}, {Vnodes: consistent.MaxVnodes + 1}, {Labels: "x"}} {
		for name, err := range map[string]error{"Check": o.Check(), "CheckBounded": o.CheckBounded()} {
			if !errors.Is(err, consistent.ErrOptions) {
				t.Errorf("%s of vnodes %d, labels %q: got error %v, want ErrOptions", name, o.Vnodes, string(o.Labels), err)
			}
		}
	}
	for slack, taken := range map[float64]bool{
		0: true, 0.25: true, consistent.MinSlack: true, consistent.MaxSlack: true, -1: false, consistent.MinSlack / 2: false,
		consistent.MaxSlack * 2: false, math.Inf(1): false,
	} {
		o := consistent.Options{Slack: slack}
		if err := o.CheckBounded(); (err == nil) != taken || err != nil && !errors.Is(err, consistent.ErrOptions) {
			t.Errorf("CheckBounded of slack %v: got error %v, want one: %v", slack, err, !taken)
		}
		if err := o.Check(); (err == nil) != (slack == 0) {
			t.Errorf("Check of slack %v: got error %v", slack, err)
		}
	}
	if err := (consistent.Options{Slack: math.NaN()}).CheckBounded(); !errors.Is(err, consistent.ErrOptions) {
		t.Errorf("CheckBounded of slack NaN: got error %v, want ErrOptions", err)
	}
	if err := (consistent.Options{Labels: consistent.LabelsDash}).CheckLabels(consistent.LabelsColon); !errors.Is(err, consistent.ErrOptions) {
		t.Errorf("CheckLabels of another shape: got error %v, want ErrOptions", err)
	}
	for _, o := range []consistent.Options{{}, {Labels: consistent.LabelsDash}} {
		if err := o.CheckLabels(consistent.LabelsDash); err != nil {
			t.Error(err)
		}
	}
	for _, labels := range append(consistent.AllLabels(), "") {
		o := consistent.Options{Vnodes: consistent.MaxVnodes, Labels: labels}
		if err := o.Check(); err != nil {
			t.Errorf("labels %q: %v", string(labels), err)
		}
	}
}

func TestCheckNode(t *testing.T) {
	for _, weight := range []float64{0, -1, math.NaN(), math.Inf(1), math.Inf(-1)} {
		err := consistent.CheckNode("id", weight)
		if !errors.Is(err, consistent.ErrWeight) || !strings.Contains(err.Error(), fmt.Sprint(weight)) {
			t.Errorf("weight %v: got error %v, want ErrWeight that names it", weight, err)
		}
	}
	if err := consistent.CheckNode("", 1); !errors.Is(err, consistent.ErrID) {
		t.Errorf("empty id: got error %v, want ErrID", err)
	}
	for _, weight := range []float64{math.SmallestNonzeroFloat64, 1, math.MaxFloat64} {
		if err := consistent.CheckNode("id", weight); err != nil {
			t.Errorf("weight %v: %v", weight, err)
		}
	}
}

// echo is a locator whose node number is the hash modulo 1000.
type echo struct{ consistent.Locator }

func (echo) Locate(h uint64) int32 { return int32(h % 1000) }

func (e echo) LocateAll(dst []int32, hs []uint64) {
	for i, h := range hs {
		dst[i] = e.Locate(h)
	}
}

func TestJoin(t *testing.T) {
	l := consistent.Join(echo{}, sum)
	for _, n := range []int{0, 1, 511, 512, 513, 1500} {
		keys := make([][]byte, n)
		for i := range keys {
			keys[i] = fmt.Appendf(nil, "key-%d", i)
		}
		dst := make([]int32, n+1)
		dst[n] = -7
		l.LocateAll(dst, keys)
		for i, key := range keys {
			want := int32(sum(key) % 1000)
			if dst[i] != want || l.Locate(key) != want || l.LocateString(string(key)) != want {
				t.Fatalf("key %d of %d: got %d, %d and %d, want %d", i, n, dst[i], l.Locate(key), l.LocateString(string(key)), want)
			}
		}
		if dst[n] != -7 {
			t.Errorf("LocateAll over %d keys writes past them", n)
		}
	}
}

func newEcho(consistent.Options, []consistent.Node) (consistent.Locator, error) { return echo{}, nil }

func newKeyed(o consistent.Options, nodes []consistent.Node) (consistent.KeyLocator, error) {
	return consistent.Join(echo{}, sum), nil
}

func TestKeyed(t *testing.T) {
	meta := registry.Meta{Name: "echo", Doc: "doc", Source: "source"}
	for name, test := range map[string]struct {
		entry consistent.Entry
		o     consistent.Options
		fails bool
	}{
		"hash":             {consistent.Entry{Meta: meta, New: newEcho}, consistent.Options{Hash: sum}, false},
		"no hash":          {consistent.Entry{Meta: meta, New: newEcho}, consistent.Options{}, true},
		"own hash":         {consistent.Entry{Meta: meta, NewKeyed: newKeyed}, consistent.Options{}, false},
		"own hash changed": {consistent.Entry{Meta: meta, NewKeyed: newKeyed}, consistent.Options{Hash: sum}, false},
		"built in":         {consistent.Entry{Meta: meta, NewKeyed: newKeyed, BuiltinHash: "x"}, consistent.Options{}, false},
		"built in changed": {consistent.Entry{Meta: meta, NewKeyed: newKeyed, BuiltinHash: "x"}, consistent.Options{Hash: sum}, true},
	} {
		if _, err := test.entry.Keyed(test.o, nil); (err != nil) != test.fails {
			t.Errorf("%s: got error %v, want one: %v", name, err, test.fails)
		}
	}
}

func TestRegisterDemandsOneConstructor(t *testing.T) {
	meta := registry.Meta{Name: "x", Doc: "doc", Source: "source"}
	for name, e := range map[string]consistent.Entry{
		"none": {Meta: meta}, "both": {Meta: meta, New: newEcho, NewKeyed: newKeyed},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: Register does not panic", name)
				}
			}()
			consistent.Register(e)
		}()
	}
}
