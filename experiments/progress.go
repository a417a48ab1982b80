package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// lineEvery is how often a run that is not watched on a terminal says where it is.
const lineEvery = 10 * time.Second

// progress shows how far a run is, in predicted seconds: as a bar on a terminal, as plain lines elsewhere.
type progress struct {
	mu            sync.Mutex
	start, line   time.Time
	total, past   float64 // predicted seconds, of all points and of those that ended
	points, ended int
	failed        int
	experiment    string
	parallel      map[string]int // points of an experiment that run at a time
	w             io.Writer
	bars          *mpb.Progress
	bar           *mpb.Bar
	steps         []record.Step
	now           func() time.Time
}

func newProgress(jobs []*job, w io.Writer) *progress {
	p := &progress{start: time.Now(), line: time.Now(), parallel: map[string]int{}, w: w, now: time.Now}
	for _, j := range jobs {
		p.points += len(j.pending)
		p.parallel[j.experiment.Name] = j.parallel()
		for _, point := range j.pending {
			p.total += point.Seconds / float64(j.parallel())
		}
	}
	if file, ok := w.(*os.File); ok && term.IsTerminal(int(file.Fd())) && os.Getenv("TERM") != "dumb" && p.points > 0 {
		p.bars = mpb.New(mpb.WithOutput(w), mpb.WithWidth(40))
		p.bar = p.bars.AddBar(int64(p.total*1000)+1,
			mpb.PrependDecorators(decor.Any(func(decor.Statistics) string { return p.caption() })),
			mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return p.rest() })))
	}
	return p
}

// finished counts a point.
func (p *progress) finished(point plan.Point, result record.Point) {
	p.mu.Lock()
	p.ended++
	p.experiment = point.Experiment
	if result.Status != record.OK {
		p.failed++
	}
	p.past += min(point.Seconds/float64(p.parallel[point.Experiment]), p.total-p.past)
	past := p.past
	p.step()
	speak := p.bar == nil && p.now().Sub(p.line) >= lineEvery
	if speak {
		p.line = p.now()
	}
	p.mu.Unlock() // the bar's own goroutine takes it for the caption
	if p.bar != nil {
		p.bar.SetCurrent(int64(past * 1000))
	}
	if speak {
		fmt.Fprintf(p.w, "%s, %s\n", p.caption(), p.rest())
	}
}

// step keeps how far the run is, where it has come on by a hundredth.
func (p *progress) step() {
	last := 0.0
	if n := len(p.steps); n > 0 {
		last = p.steps[n-1].Past
	}
	if p.past-last >= p.total/100 || p.ended == p.points {
		p.steps = append(p.steps, record.Step{Past: round(p.past), Wall: round(p.now().Sub(p.start).Seconds())})
	}
}

// round rounds seconds to thousandths.
func round(seconds float64) float64 { return math.Round(seconds*1000) / 1000 }

// caption says what is done.
func (p *progress) caption() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := fmt.Sprintf("%s %d/%d points", p.experiment, p.ended, p.points)
	if p.failed > 0 {
		text += fmt.Sprintf(", %d failed", p.failed)
	}
	return text
}

// rest says how much time is left.
func (p *progress) rest() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	left, ok := timeLeft(p.steps, p.past, p.total, p.now().Sub(p.start).Seconds())
	if !ok {
		return "estimating"
	}
	return "about " + clock(left) + " left"
}

// timeLeft estimates the seconds left of a run that is predicted to take total, of which past have been gone
// through in wall: what remains at the pace of the later half so far, since experiments differ in how well they
// are predicted, and machines in how busy they are. It is not known before anything has ended.
func timeLeft(steps []record.Step, past, total, wall float64) (seconds float64, ok bool) {
	if past <= 0 {
		return 0, false
	}
	from := record.Step{}
	for _, s := range steps {
		if s.Past <= past/2 {
			from = s
		}
	}
	return (wall - from.Wall) / (past - from.Past) * (total - past), true
}

// stop ends the display.
func (p *progress) stop() {
	if p.bar != nil {
		p.bar.Abort(false)
		p.bars.Wait()
	}
}

// clock returns seconds as a person says them.
func clock(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	if d < time.Second {
		return d.Round(time.Millisecond).String()
	}
	if d < 10*time.Second {
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
