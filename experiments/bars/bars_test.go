package bars

import (
	"context"
	"errors"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hashlab/experiments/fpr"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/signup"
	_ "hashlab/impl/all"
)

var every = All(Outside{signup.Kernels, fpr.Positives})

// TestVerdict: the end of the interval that faces what is wanted decides, and reaching it is enough.
func TestVerdict(t *testing.T) {
	for _, tt := range []struct {
		relation    Relation
		wanted      float64
		low, high   float64
		wantVerdict string
	}{
		{AtLeast, 2, 2, 9, record.BarHolds},
		{AtLeast, 2, 1.9999, 9, record.BarShort},
		{AtLeast, 2, 2.5, 3, record.BarHolds},
		{AtLeast, 2, 0.5, 1, record.BarShort},
		{AtLeast, 2, math.NaN(), 3, record.BarShort},
		{AtMost, 1.25, 0.1, 1.25, record.BarHolds},
		{AtMost, 1.25, 0.1, 1.2501, record.BarShort},
		{AtMost, 1.25, 0.1, 0.2, record.BarHolds},
		{AtMost, 1.25, 2, 3, record.BarShort},
		{AtMost, 1.25, 1, math.NaN(), record.BarShort},
		{AtMost, 0, 0, 0, record.BarHolds},
		{AtMost, 0, 1, 1, record.BarShort},
		{"==", 1, 1, 1, record.BarShort},
	} {
		if got := verdict(tt.relation, tt.wanted, tt.low, tt.high); got != tt.wantVerdict {
			t.Errorf("[%v, %v] %s %v: got %s, want %s", tt.low, tt.high, tt.relation, tt.wanted, got, tt.wantVerdict)
		}
	}
}

func TestLine(t *testing.T) {
	for _, tt := range []struct {
		row  record.BarRow
		want string
	}{
		{record.BarRow{Name: "a-b-1e6", Ratio: 2.123456, Low: 2, High: 12345678, Relation: ">=", Wanted: 2, Verdict: "holds"},
			"bar a-b-1e6 2.123 2 1.235e+07 >= 2 holds"},
		{record.BarRow{Name: "c", Ratio: 0.05, Low: 0.04, High: 0.94996, Relation: "<=", Wanted: 0.95, Verdict: "short"},
			"bar c 0.05 0.04 0.95 <= 0.95 short"},
		{record.BarRow{Name: "none", Relation: "<=", Verdict: "holds"}, "bar none 0 0 0 <= 0 holds"},
	} {
		if got := Line(tt.row); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

// slow is a side whose kernel sleeps for a long time, and fast one whose kernel does next to nothing.
var (
	slow = Side{"slow", func(*Shelf) (measure.Kernel, error) {
		return measure.Kernel{Keys: 1, Run: func() uint64 { time.Sleep(long); return 1 }}, nil
	}}
	fast = Side{"fast", func(*Shelf) (measure.Kernel, error) {
		return measure.Kernel{Keys: 1000, Run: func() uint64 { return 1 }}, nil
	}}
)

func measured(t *testing.T, c Contest) (rows []record.BarRow) {
	t.Helper()
	timer, err := measure.NewTimer()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Measure(t.Context(), timer, Settings{Rounds: LeastRounds, Seed: 1}, func(r record.BarRow) { rows = append(rows, r) }); err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestMeasure: a side that was planted as slow falls short, and a fast one holds; what is counted is exact.
func TestMeasure(t *testing.T) {
	rows := measured(t, Contest{"planted", []Bar{
		{Name: "fast", Relation: AtLeast, Wanted: 1000, Over: slow, Under: fast, Unit: "key"},
		{Name: "slow", Relation: AtMost, Wanted: 1.05, Over: slow, Under: fast, Unit: "key"},
		{Name: "exact", Relation: AtMost, Wanted: 0, Exact: func(*Shelf) (float64, string, error) { return 3, "three", nil }},
	}})
	verdicts := map[string]string{}
	for _, r := range rows {
		verdicts[r.Name] = r.Verdict
		switch {
		case r.Name == "exact":
			if r.Ratio != 3 || r.Low != 3 || r.High != 3 || r.Detail != "three" || r.Rounds != 0 {
				t.Errorf("exact: got %+v", r)
			}
		case r.Rounds != LeastRounds || !(r.Low <= r.Ratio && r.Ratio <= r.High) || float64(r.OverNs) < float64(long) || r.UnderNs <= 0:
			t.Errorf("%s: got %+v", r.Name, r)
		}
	}
	if diff := cmp.Diff(map[string]string{"fast": "holds", "slow": "short", "exact": "short"}, verdicts); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
}

// TestRow: the ratio is the median of the ratios within the rounds, not that of medians, less what an adapter
// adds; the interval is that of the same ratios.
func TestRow(t *testing.T) {
	r := &race{disturbed: 2, sides: []runner{
		{text: "over", ns: []float64{20, 33, 40, 100, 14, 60, 7}},
		{text: "under", ns: []float64{10, 11, 10, 20, 7, 10, 7}}, // ratios 2 3 4 5 2 6 1
		{text: "without", ns: []float64{10, 11, 10, 20, 7, 10, 7}},
	}}
	side := func(text string) Side { return Side{Text: text} }
	for _, tt := range []struct {
		bar              Bar
		ratio, low, high record.Float
	}{
		{Bar{Name: "plain", Over: side("over"), Under: side("under")}, 3, 1, 6},
		{Bar{Name: "adapter", Over: side("over"), Under: side("under"), Without: side("without")}, 2, 0, 5},
		{Bar{Name: "two parts", Over: side("over"), Under: side("under"), And: side("without")}, 1.5, 0.5, 3},
	} {
		got, err := tt.bar.row(r)
		if err != nil {
			t.Fatal(err)
		}
		if got.Ratio != tt.ratio || got.Low != tt.low || got.High != tt.high || got.OverNs <= 0 || got.UnderNs <= 0 || got.Rounds != 7 || got.Disturbed != 2 {
			t.Errorf("%s: got %+v, want the ratio %v in [%v, %v]", tt.bar.Name, got, tt.ratio, tt.low, tt.high)
		}
	}
}

// TestRaceIsInterleaved: in each round every side has its turn, in orders that differ and that the seed picks.
func TestRaceIsInterleaved(t *testing.T) {
	timer, err := measure.NewTimer()
	if err != nil {
		t.Fatal(err)
	}
	orders := func(seed uint64) (rounds []string) {
		var turns []string
		side := func(name string) Side {
			return Side{name, func(*Shelf) (measure.Kernel, error) {
				return measure.Kernel{Keys: 1, Run: func() uint64 {
					if len(turns) == 0 || turns[len(turns)-1] != name {
						turns = append(turns, name)
					}
					time.Sleep(8 * time.Millisecond)
					return 1
				}}, nil
			}}
		}
		r, err := openRace(newShelf(t.Context(), 1), []Bar{
			{Over: side("a"), Under: side("b")}, {Over: side("c"), Under: side("b")}})
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.sides {
			r.sides[i].samples = 1
		}
		for round := range uint64(4) {
			turns = nil
			if err := r.run(t.Context(), timer, Settings{Rounds: 1, Seed: seed + 100*round}); err != nil {
				t.Fatal(err)
			}
			if sorted := slices.Sorted(slices.Values(turns)); strings.Join(sorted, "") != "abc" {
				t.Errorf("round %d: got the turns %v, want each side once", round, turns)
			}
			rounds = append(rounds, strings.Join(turns, ""))
		}
		return rounds
	}
	first := orders(1)
	if diff := cmp.Diff(first, orders(1)); diff != "" {
		t.Errorf("the same seed gives other orders:\n%s", diff)
	}
	if len(slices.Compact(slices.Sorted(slices.Values(first)))) < 2 {
		t.Errorf("all rounds have the order %s", first[0])
	}
}

func TestMeasureFails(t *testing.T) {
	timer, err := measure.NewTimer()
	if err != nil {
		t.Fatal(err)
	}
	broken := Side{"broken", func(*Shelf) (measure.Kernel, error) { return measure.Kernel{}, errors.New("no such thing") }}
	for _, tt := range []struct {
		name   string
		bar    Bar
		rounds int
		want   string
	}{
		{"side", Bar{Name: "b", Over: broken, Under: fast}, 6, "bar b: broken: no such thing"},
		{"few rounds", Bar{Name: "b", Over: slow, Under: fast}, 5, "bar b: 5 rounds give no interval"},
		{"exact", Bar{Name: "b", Exact: func(*Shelf) (float64, string, error) { return 0, "", errors.New("lost count") }}, 6, "bar b: lost count"},
	} {
		err := Contest{"c", []Bar{tt.bar}}.Measure(t.Context(), timer, Settings{Rounds: tt.rounds}, func(record.BarRow) {})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want an error with %q", tt.name, err, tt.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err = Contest{"c", []Bar{{Name: "b", Over: slow, Under: fast}}}.Measure(ctx, timer, Settings{Rounds: 6}, func(record.BarRow) {})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: got %v", err)
	}
}

// TestList: names are unique and of the house's shape, every bar says what it wants of what, and no side is
// two things.
func TestList(t *testing.T) {
	shape := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`)
	seen := map[string]bool{}
	for _, c := range every {
		for _, b := range c.Bars {
			if seen[b.Name] || !shape.MatchString(b.Name) {
				t.Errorf("bar %q: it is there twice, or not in kebab case", b.Name)
			}
			seen[b.Name] = true
			if b.What == "" || b.Relation != AtLeast && b.Relation != AtMost || b.Wanted < 0 {
				t.Errorf("bar %s says too little: %+v", b.Name, b)
			}
			if b.Exact == nil && (b.Over.Open == nil || b.Under.Open == nil || b.Unit == "" || b.Over.Text == b.Under.Text) {
				t.Errorf("bar %s lacks a side", b.Name)
			}
		}
	}
	if got := Named(every, []string{"jump-10", "no-such"}); len(got) != 1 || len(got[0].Bars) != 1 || got[0].Bars[0].Name != "jump-10" {
		t.Errorf("Named: got %v", got)
	}
}

// TestEverySideOpens tries all sides on few keys: each is found, checks its answers and does something.
func TestEverySideOpens(t *testing.T) {
	for _, c := range every {
		s := newShelf(t.Context(), 1e5)
		var timed []Bar
		for _, b := range c.Bars {
			if b.Exact == nil {
				timed = append(timed, b)
				continue
			}
			if value, detail, err := b.Exact(s); err != nil || math.IsNaN(value) || detail == "" {
				t.Errorf("%s: got %v, %q, %v", b.Name, value, detail, err)
			}
		}
		r, err := openRace(s, timed)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		for _, side := range r.sides {
			if side.kernel.Keys < 1 || side.kernel.Once() == 0 {
				t.Errorf("%s: %s: a kernel of %d keys does nothing", c.Name, side.text, side.kernel.Keys)
			}
		}
	}
}

// TestCheckSeesWrongAnswers: a filter that forgets a key, or says yes to all, is not timed.
func TestCheckSeesWrongAnswers(t *testing.T) {
	m := mix[uint64]{make([]uint64, 1000), 500}
	for _, tt := range []struct {
		yes int
		ok  bool
	}{{499, false}, {500, true}, {525, true}, {526, false}, {1000, false}} {
		if err := m.check(tt.yes); (err == nil) != tt.ok {
			t.Errorf("yes to %d of 1000 queries, 500 of them present: got %v", tt.yes, err)
		}
	}
}

func TestPower(t *testing.T) {
	for n, want := range map[uint64]string{1: "1e0", 1e6: "1e6", 3e7: "3e7", 1e8: "1e8"} {
		if got := power(n); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}
