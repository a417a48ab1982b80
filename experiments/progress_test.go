package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/vbauerster/mpb/v8"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// pendingJobs returns a job of points that are predicted to take a second each, one at a time.
func pendingJobs(points int) []*job {
	e := planted(0, allWell)
	e.Measured = true
	j := &job{experiment: e}
	for n := range points {
		j.pending = append(j.pending, plan.Point{Key: record.Key{Experiment: e.Name, Factors: plan.NewFactors("n", n)}, Seconds: 1})
	}
	return []*job{j}
}

// Away from a terminal a plain line comes now and then, not for every point.
func TestProgressLines(t *testing.T) {
	var w bytes.Buffer
	jobs := pendingJobs(4)
	p := newProgress(jobs, &w)
	if p.bar != nil {
		t.Fatal("a bar away from a terminal")
	}
	ends := []record.Status{record.OK, record.OK, record.Failed, record.OK}
	for i, status := range ends {
		if i == 1 || i == 2 {
			p.line = p.line.Add(-lineEvery)
		}
		p.finished(jobs[0].pending[i], record.Point{Status: status})
	}
	p.stop()
	want := regexp.MustCompile(`^planted 2/4 points, about \S+ left\nplanted 3/4 points, 1 failed, about \S+ left\n$`)
	if !want.Match(w.Bytes()) {
		t.Errorf("got %q, want lines like %q", w.String(), want)
	}
}

func TestProgressRest(t *testing.T) {
	jobs := pendingJobs(4)
	p := newProgress(jobs, io.Discard)
	if got := p.rest(); got != "estimating" {
		t.Errorf("at the start: got %q, want that it is not known", got)
	}
	p.start = time.Now().Add(-20 * time.Second)
	p.finished(jobs[0].pending[0], record.Point{Status: record.OK})
	if got, want := p.rest(), "about 1m0s left"; got != want {
		t.Errorf("one second of four took 20: got %q, want %q", got, want)
	}
}

// recorded are the accounts of runs that really took place, on a machine that others kept busy meanwhile.
func recorded(t *testing.T) map[string]record.Account {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "accounts.json"))
	if err != nil {
		t.Fatal(err)
	}
	accounts := map[string]record.Account{}
	if err := json.Unmarshal(text, &accounts); err != nil {
		t.Fatal(err)
	}
	run, err := record.Store{Root: ".."}.ReadRun() // the committed one
	if err != nil {
		t.Fatal(err)
	}
	if run.Account != nil {
		accounts["committed"] = *run.Account
	}
	return accounts
}

// TestTimeLeftOfRecordedRuns: after the first tenth the estimate is right within a factor of two, at every step of
// runs that took place, or within five seconds: near the end a factor says nothing.
func TestTimeLeftOfRecordedRuns(t *testing.T) {
	for name, a := range recorded(t) {
		end, worst, judged := a.Steps[len(a.Steps)-1].Wall, 1.0, 0
		for i, s := range a.Steps {
			left := end - s.Wall
			if s.Past < a.Predicted/10 || left <= 0 {
				continue
			}
			got, ok := timeLeft(a.Steps[:i], s.Past, a.Predicted, s.Wall)
			judged++
			if ok && math.Abs(got-left) <= 5 {
				continue
			}
			factor := max(got/left, left/got)
			if !ok || !(factor <= 2) {
				t.Errorf("run=%s: after %.0f s of %.0f: got %.1f s left, %.1f were", name, s.Wall, end, got, left)
			}
			worst = max(worst, factor)
		}
		if judged < 50 {
			t.Errorf("run=%s: got %d steps to judge", name, judged)
		}
		t.Logf("run=%s: the worst of %d estimates is wrong by a factor of %.2f", name, judged, worst)
	}
}

// Several workers report at once, to a bar that draws itself meanwhile. The race detector watches this test.
func TestProgressFromMany(t *testing.T) {
	const points = 200
	jobs := pendingJobs(points)
	p := newProgress(jobs, io.Discard)
	p.bars = mpb.New(mpb.WithOutput(io.Discard), mpb.WithAutoRefresh(), mpb.WithRefreshRate(time.Millisecond))
	p.bar = p.bars.AddBar(int64(p.total*1000) + 1)
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i := w; i < points-1; i += 8 {
				p.finished(jobs[0].pending[i], record.Point{Status: record.OK})
			}
		})
	}
	wg.Wait()
	p.finished(jobs[0].pending[points-1], record.Point{Status: record.OK})
	if got, want := p.bar.Current(), int64(points*1000); got != want {
		t.Errorf("the bar stands at %d ms, want %d", got, want)
	}
	p.stop()
	if got, want := p.caption(), fmt.Sprintf("planted %d/%d points", points, points); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestClock(t *testing.T) {
	for _, tt := range []struct {
		seconds float64
		want    string
	}{{0, "0s"}, {0.04, "40ms"}, {0.2604, "260ms"}, {9.94, "9.9s"}, {75.4, "1m15s"}, {4000, "1h6m40s"}} {
		if got := clock(tt.seconds); got != tt.want {
			t.Errorf("seconds=%v: got %q, want %q", tt.seconds, got, tt.want)
		}
	}
}
