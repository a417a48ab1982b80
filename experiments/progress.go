package main

import (
	"fmt"
	"io"
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
}

func newProgress(jobs []*job, w io.Writer) *progress {
	p := &progress{start: time.Now(), line: time.Now(), parallel: map[string]int{}, w: w}
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
	speak := p.bar == nil && time.Since(p.line) >= lineEvery
	if speak {
		p.line = time.Now()
	}
	p.mu.Unlock() // the bar's own goroutine takes it for the caption
	if p.bar != nil {
		p.bar.SetCurrent(int64(past * 1000))
	}
	if speak {
		fmt.Fprintf(p.w, "%s, %s\n", p.caption(), p.rest())
	}
}

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

// rest estimates the time left: the predicted seconds that remain, at the pace so far.
func (p *progress) rest() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.past <= 0 {
		return "estimating"
	}
	pace := time.Since(p.start).Seconds() / p.past
	return "about " + clock(pace*(p.total-p.past)) + " left"
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
