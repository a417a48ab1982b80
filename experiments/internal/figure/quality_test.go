package figure

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/experiments/internal/record"
)

// quality adds invented verdicts, results and attacks: hash functions from the eleventh on fail some tests, and sets
// of chosen keys break some.
func (l *laboratory) quality(t *testing.T, s record.Store) {
	t.Helper()
	var rows []record.QualityRow
	var verdicts []record.QualityVerdict
	var attacks []record.QualityAttackRow
	tests := []string{"avalanche", "buckets", "k-from-small-seeds", "attack"}
	for i, hash := range l.hashes {
		v := record.QualityVerdict{Hash: hash, Size: "quick", Excess: 0.5}
		for j, test := range tests {
			if test == "k-from-small-seeds" && i%4 == 3 {
				continue // no seed to choose
			}
			r := record.QualityRow{Hash: hash, Size: "quick", Test: test, Keys: "dec", Statistic: 0.5, Excess: 0.5, Pass: true}
			if i > 9 && (i+j)%2 == 0 {
				r.Excess, r.Statistic, r.Pass = f(math.Pow(10, float64(i-10))*1.4), f(float64(j)-1), false
			}
			rows = append(rows, r, record.QualityRow{Hash: hash, Size: "quick", Test: test, Keys: "url", Excess: 0.2, Pass: true})
			if !r.Pass && test != attackTest {
				v.Tests, v.Excess = test, max(v.Excess, r.Excess)
			}
		}
		verdicts = append(verdicts, v)
		for j, set := range shownSets {
			for _, seed := range []string{"published", secretSeed} {
				r := record.QualityAttackRow{Hash: hash, Keyed: hash == "siphash24", HashSeed: seed, AttackSet: set, Seeds: 2, N: 1024, Queries: 1024,
					FalsePositives: 10, FPR: 0.01, FPRHigh: 0.018, FPRTheory: 0.0099988}
				switch {
				case i > 9 && (i+j)%3 == 0:
					r.FalsePositives, r.FPR, r.FPRHigh = 1024, 1, 1
				case i%5 == 0:
					r.FalsePositives, r.FPR, r.FPRHigh = 0, 0, 0.0036
				}
				attacks = append(attacks, r)
			}
		}
	}
	var steps []record.QualityStepRow
	for _, hash := range l.hashes {
		for _, seed := range []string{"published", secretSeed} {
			for n := uint64(4000); n <= 10_000; n += 1000 {
				r := record.QualityStepRow{Hash: hash, HashSeed: seed, Insertion: "chosen", N: n, M: 100_000, K: 7, Seeds: 2, Queries: 50_000,
					FPRHonest: f(0.0082 * math.Pow(float64(n)/10_000, 5)), FPRChosen: f(math.Pow(7*float64(n)/100_000, 7))}
				if r.FPR = r.FPRHonest; seed == "published" {
					r.FPR = r.FPRChosen
				}
				r.FalsePositives, r.FPRLow, r.FPRHigh = uint64(r.FPR*50_000), r.FPR*0.8, r.FPR*1.2
				steps = append(steps, r)
			}
		}
	}
	put(t, s, "quality_pollution_steps.csv", steps)
	put(t, s, "quality.csv", rows)
	put(t, s, "quality_verdicts.csv", verdicts)
	put(t, s, "quality_attack.csv", attacks)
}

func TestVerdictsTitle(t *testing.T) {
	result := func(hash, test string, pass bool) record.QualityRow {
		return record.QualityRow{Hash: hash, Test: test, Pass: pass}
	}
	for _, c := range []struct {
		rows []record.QualityRow
		want string
	}{
		{[]record.QualityRow{result("a", "buckets", true), result("a", attackTest, true)},
			"Every test on ordinary keys is passed by 1 of 1 hash function; no chosen keys collide under any"},
		{[]record.QualityRow{result("a", "buckets", true), result("a", attackTest, false), result("b", "buckets", false), result("b", attackTest, true),
			result("c", "buckets", true), result("c", attackTest, true)},
			"Every test on ordinary keys is passed by 2 of 3 hash functions; chosen keys collide under 1 of those"},
		{[]record.QualityRow{result("a", "buckets", true), result("a", "buckets", false)},
			"Every test on ordinary keys is passed by 0 of 1 hash function; no chosen keys collide under any"},
	} {
		if got := verdictsTitle(worstResults(c.rows)); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

func TestVerdictCell(t *testing.T) {
	for _, c := range []struct {
		row   record.QualityRow
		ratio float64
		text  string
	}{
		{record.QualityRow{Pass: true, Excess: 0.99, Statistic: 5, Expected: 1}, 1, ""},
		{record.QualityRow{Excess: 4, Statistic: 5, Expected: 1}, 4, "4.0"},
		{record.QualityRow{Excess: 4, Statistic: 0.5, Expected: 1}, 0.25, "4.0↓"}, // more even than chance
		{record.QualityRow{Excess: 0.9, Statistic: 5, Expected: 1}, 1, "1.0"},     // fails, just, inside its limits
		{record.QualityRow{Excess: 239.4, Statistic: 5, Expected: 1}, 239.4, "239"},
		{record.QualityRow{Excess: 32256, Statistic: 32256}, 32256, "32k"},
	} {
		if ratio, text := verdictCell(c.row); ratio != c.ratio || text != c.text {
			t.Errorf("%+v: got %v %q, want %v %q", c.row, ratio, text, c.ratio, c.text)
		}
	}
}

// Tests stand in the order of the battery although the first function lacks some.
func TestTestsInOrder(t *testing.T) {
	var rows []record.QualityRow
	for _, r := range [][2]string{{"a", "avalanche"}, {"a", "suffix"}, {"a", "attack"}, {"b", "avalanche"}, {"b", "seeds"}, {"b", "suffix"}, {"b", "attack"}} {
		rows = append(rows, record.QualityRow{Hash: r[0], Test: r[1]})
	}
	if diff := cmp.Diff([]string{"avalanche", "seeds", "suffix", "attack"}, testsInOrder(rows)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The functions that pass come first, those that only chosen keys harm next.
func TestByFailures(t *testing.T) {
	rows := []record.QualityRow{{Hash: "bad", Test: "buckets"}, {Hash: "attacked", Test: attackTest}, {Hash: "good", Test: "buckets", Pass: true},
		{Hash: "worse", Test: "buckets"}, {Hash: "worse", Test: "avalanche"}}
	if diff := cmp.Diff([]string{"good", "attacked", "bad", "worse"}, byFailures(worstResults(rows))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCommonBattery(t *testing.T) {
	rows := []record.QualityRow{{Hash: "a", Size: "full"}, {Hash: "b", Size: "quick"}, {Hash: "c", Size: "quick"}}
	if got := commonBattery(rows); len(got) != 2 || got[0].Hash != "b" {
		t.Errorf("got %v, want the two of size quick", got)
	}
}

func TestSpeedTitle(t *testing.T) {
	row := func(hash string, ns float64, tests string) choice {
		return choice{Hash: hash, NsPerKey: f(ns), Tests: tests}
	}
	for _, c := range []struct {
		rows []choice
		want string
	}{
		{[]choice{row("a", 3, ""), row("b", 6, ""), row("c", 6.1, ""), row("d", 1, "buckets")},
			"a is the fastest that passes every test on ordinary keys, 3 ns at 16 bytes; 2 of the 3 that pass take at most twice as long"},
		{[]choice{row("a", 3, "")}, "a is the fastest that passes every test on ordinary keys, 3 ns at 16 bytes"},
		{[]choice{row("a", 3, "buckets")}, "No hash function passes every test on ordinary keys"},
	} {
		if got := speedTitle(c.rows); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

func TestAttackTitle(t *testing.T) {
	row := func(hash, seed string, keyed bool, fpr float64) record.QualityAttackRow {
		return record.QualityAttackRow{Hash: hash, HashSeed: seed, Keyed: keyed, FPR: f(fpr)}
	}
	for _, c := range []struct {
		rows []record.QualityAttackRow
		want string
	}{
		{[]record.QualityAttackRow{row("a", "published", false, 1), row("a", "secret", false, 1), row("b", "published", false, 1), row("c", "secret", true, 0.01)},
			"Chosen keys break the filter with 2 of 3 hash functions, and with 1 of them whatever the seed; keyed ones stand"},
		{[]record.QualityAttackRow{row("a", "published", false, 1), row("c", "published", true, 1)},
			"Chosen keys break the filter with 2 of 2 hash functions, and with 0 of them whatever the seed"},
		{[]record.QualityAttackRow{row("a", "published", false, 0.01), row("c", "secret", true, 0.01)}, "Chosen keys break the filter with none of 2 hash functions"},
	} {
		if got := attackTitle(c.rows); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}
