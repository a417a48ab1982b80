package bars

import (
	"fmt"
	"strings"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/consistent"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// A call is an operation whose allocations are counted.
type call struct {
	name string
	run  func()
}

// A tally adds up the allocations of calls.
type tally struct {
	calls, objects uint64
	guilty         []string
}

func (t *tally) count(of string, calls []call) {
	for _, c := range calls {
		objects, _ := measure.Allocated(c.run)
		t.calls++
		t.objects += objects
		if objects > 0 {
			t.guilty = append(t.guilty, fmt.Sprintf("%s %s: %d", of, c.name, objects))
		}
	}
}

func (t *tally) result(kind string, things int) (float64, string, error) {
	if things == 0 {
		return 0, "", fmt.Errorf("allocations: no %s is registered", kind)
	}
	detail := fmt.Sprintf("%d operations of %d %s", t.calls, things, kind)
	if len(t.guilty) > 0 {
		detail += "; " + strings.Join(t.guilty, "; ")
	}
	return float64(t.objects), detail, nil
}

// ours reports whether an implementation is the project's own, and no control.
func ours(name, module string, fails []string) bool {
	return module == "" && len(fails) == 0 && !strings.HasPrefix(name, "article-")
}

// countedKeys is how many keys a counted call takes; the filter is sized for many more, so that it need not grow.
const countedKeys = 1000

// sink takes what counted calls return.
//
//lint:ignore U1000 it is only written
var sink uint64

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// filterAllocations counts what every operation of every filter of ours allocates.
func filterAllocations(s *Shelf) (float64, string, error) {
	var t tally
	things := 0
	all, err := keys.Fixed(keyBytes, keySeed, countedKeys)
	if err != nil {
		return 0, "", err
	}
	some := keys.All(all)
	h, err := plan.OpenHash(plan.BaseHash)
	if err != nil {
		return 0, "", err
	}
	hs := make([]uint64, len(some))
	h.Sum(hs, some)
	for _, e := range filter.All() {
		rate, meets := plan.Nearest(e)
		if !ours(e.Name, e.Module, e.Traits.Fails) || !meets {
			continue
		}
		h, err := plan.OpenHash(plan.FilterHash(e))
		if err != nil {
			return 0, "", err
		}
		f, err := plan.BuildFilter(s.ctx, e, filter.Spec{N: 100 * countedKeys, FPR: rate}, h, all)
		if err != nil {
			return 0, "", fmt.Errorf("%s: %w", e.Name, err)
		}
		things++
		t.count(e.Name, keyCalls(f, some))
		if inner := filter.Unjoin(f); inner != nil {
			t.count(e.Name, hashCalls(inner, hs))
		}
	}
	return t.result("filters", things)
}

func keyCalls(f filter.KeyFilter, some [][]byte) []call {
	text := string(some[0])
	calls := []call{
		{"Contains", func() { sink += bit(f.Contains(some[0])) }},
		{"ContainsString", func() { sink += bit(f.ContainsString(text)) }},
		{"Count", func() { sink += uint64(f.Count(some)) }},
	}
	if m, ok := f.(filter.MutableKeyFilter); ok {
		calls = append(calls,
			call{"Add", func() { sink += bit(m.Add(some[0])) }},
			call{"AddString", func() { sink += bit(m.AddString(text)) }},
			call{"AddAll", func() { sink += uint64(m.AddAll(some)) }})
	}
	return calls
}

func hashCalls(f filter.Filter, hs []uint64) []call {
	dst := make([]bool, len(hs))
	calls := []call{
		{"Contains of a hash", func() { sink += bit(f.Contains(hs[0])) }},
		{"ContainsAll of hashes", func() { f.ContainsAll(dst, hs) }},
		{"Count of hashes", func() { sink += uint64(f.Count(hs)) }},
	}
	if m, ok := f.(filter.Mutable); ok {
		calls = append(calls,
			call{"Add of a hash", func() { sink += bit(m.Add(hs[0])) }},
			call{"AddAll of hashes", func() { sink += uint64(m.AddAll(hs)) }})
	}
	return calls
}

// locatorAllocations counts what every look-up of every locator of ours allocates.
func locatorAllocations(s *Shelf) (float64, string, error) {
	var t tally
	things := 0
	some, err := placedKeys(s)
	if err != nil {
		return 0, "", err
	}
	some = some[:countedKeys]
	text, dst := string(some[0]), make([]int32, countedKeys)
	h, err := plan.OpenHash(plan.BaseHash)
	if err != nil {
		return 0, "", err
	}
	hs := make([]uint64, len(some))
	h.Sum(hs, some)
	for _, e := range consistent.All() {
		if !ours(e.Name, e.Module, e.Traits.Fails) {
			continue
		}
		own, err := plan.OpenHash(plan.LocatorHash(e))
		if err != nil {
			return 0, "", err
		}
		l, err := e.Keyed(consistent.Options{Hash: own}, plan.Nodes(plan.BaseNodes, keySeed))
		if err != nil {
			return 0, "", fmt.Errorf("%s: %w", e.Name, err)
		}
		things++
		t.count(e.Name, []call{
			{"Locate", func() { sink += uint64(l.Locate(some[0])) }},
			{"LocateString", func() { sink += uint64(l.LocateString(text)) }},
			{"LocateAll", func() { l.LocateAll(dst, some) }},
		})
		if e.New == nil {
			continue
		}
		inner, err := e.New(consistent.Options{Hash: h}, plan.Nodes(plan.BaseNodes, keySeed))
		if err != nil {
			return 0, "", fmt.Errorf("%s: %w", e.Name, err)
		}
		t.count(e.Name, []call{
			{"Locate of a hash", func() { sink += uint64(inner.Locate(hs[0])) }},
			{"LocateN of a hash", func() { sink += uint64(inner.LocateN(dst[:3], hs[0])) }},
			{"LocateAll of hashes", func() { inner.LocateAll(dst, hs) }},
		})
	}
	return t.result("locators", things)
}

// hashAllocations counts what every registered hash function allocates.
func hashAllocations(s *Shelf) (float64, string, error) {
	var t tally
	some, err := placedKeys(s)
	if err != nil {
		return 0, "", err
	}
	some = some[:countedKeys]
	texts, dst := make([]string, len(some)), make([]uint64, len(some))
	for i, key := range some {
		texts[i] = string(key)
	}
	for _, e := range hash.All() {
		h, err := e.New(0)
		if err != nil {
			return 0, "", fmt.Errorf("%s: %w", e.Name, err)
		}
		t.count(e.Name, []call{
			{"Bytes", func() { sink += h.Bytes(some[0]) }},
			{"String", func() { sink += h.String(texts[0]) }},
			{"Uint64", func() { sink += h.Uint64(1) }},
			{"Sum", func() { h.Sum(dst, some) }},
			{"SumStrings", func() { h.SumStrings(dst, texts) }},
		})
	}
	return t.result("hash functions", len(hash.All()))
}

// buildMemory returns the bytes that building a static filter allocates as a share of what another one does,
// the copy of the hashes apart that its adapter makes first.
func buildMemory(own, other filled) func(*Shelf) (float64, string, error) {
	return func(s *Shelf) (float64, string, error) {
		var bytes [2]uint64
		copied := uint64(0)
		for i, f := range []filled{own, other} {
			e, hs, err := f.toBuild(s)
			if err != nil {
				return 0, "", err
			}
			copied = 8 * uint64(len(hs))
			spec := filter.Spec{N: uint64(len(hs)), FPR: target}
			if err := buildable(e, spec, hs); err != nil {
				return 0, "", err
			}
			_, bytes[i] = measure.Allocated(func() {
				if built, err := e.Build(spec, hs); err == nil {
					sink += uint64(built.Bytes())
				}
			})
		}
		if bytes[1] <= copied {
			return 0, "", fmt.Errorf("%s allocates %d bytes, no more than the copy of its hashes", other.name, bytes[1])
		}
		theirs := bytes[1] - copied
		return float64(bytes[0]) / float64(theirs), fmt.Sprintf("%d bytes against %d", bytes[0], theirs), nil
	}
}
