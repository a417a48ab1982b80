package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// An executor measures one point after the other.
type executor interface {
	// execute measures a point. What goes wrong in measuring is a failed point; an error means that nothing
	// can be measured.
	execute(context.Context, plan.Point) (record.Point, error)
	close()
}

// newExecutor returns an executor for a job. Tests replace it by one that measures in the process itself.
var newExecutor = func(j *job, f *runFlags) executor { return &workers{job: j, flags: f} }

// workers runs a worker, and another one when that is gone or when a new process is due.
type workers struct {
	job     *job
	flags   *runFlags
	now     *worker
	process int
}

// The limits of a point: what it was predicted to take, many times over.
const (
	leastLimit   = time.Minute
	limitFactor  = 30
	workerMark   = "HASHLAB_WORKER"        // environment variable: set in workers
	pointTimeout = "HASHLAB_POINT_TIMEOUT" // environment variable: a duration that replaces the limit
)

func limitOf(p plan.Point) time.Duration {
	if d, err := time.ParseDuration(os.Getenv(pointTimeout)); err == nil {
		return d
	}
	return leastLimit + time.Duration(limitFactor*p.Seconds*float64(time.Second))
}

func (w *workers) execute(ctx context.Context, p plan.Point) (record.Point, error) {
	if w.now != nil && w.process != p.Process {
		w.close()
	}
	if w.now == nil {
		started, err := startWorker(w.job, w.flags)
		if err != nil {
			return record.Point{}, fmt.Errorf("no worker can be started: %w", err)
		}
		w.now, w.process = started, p.Process
	}
	start := time.Now()
	result, reason := w.now.ask(ctx, p)
	if reason != "" {
		w.close()
		result = record.Point{Key: p.Key, Status: record.Failed, Reason: reason, Seconds: time.Since(start).Seconds()}
	}
	return result, nil
}

func (w *workers) close() {
	if w.now != nil {
		w.now.stop()
		w.now = nil
	}
}

// A worker is a process that measures points.
type worker struct {
	cmd     *exec.Cmd
	keys    io.WriteCloser
	pipe    *os.File
	answers *bufio.Reader
	said    *beginning
}

func startWorker(j *job, f *runFlags) (*worker, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer write.Close()
	w := &worker{pipe: read, answers: bufio.NewReader(read), said: &beginning{}}
	args := append([]string{"worker", j.experiment.Name, "--parallel", fmt.Sprint(j.parallel())}, f.scopeArgs()...)
	w.cmd = exec.Command(self, args...)
	w.cmd.Env = append(os.Environ(), workerMark+"=1")
	w.cmd.ExtraFiles = []*os.File{write}
	w.cmd.Stderr = w.said
	w.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // a Ctrl-C reaches the run alone, and that stops it
	if w.keys, err = w.cmd.StdinPipe(); err == nil {
		err = w.cmd.Start()
	}
	if err != nil {
		read.Close()
		return nil, err
	}
	return w, nil
}

// ask has the worker measure a point, and returns why that failed where it did not answer.
func (w *worker) ask(ctx context.Context, p plan.Point) (result record.Point, reason string) {
	limit := limitOf(p)
	if err := w.pipe.SetReadDeadline(time.Now().Add(limit)); err != nil {
		return result, err.Error()
	}
	stop := context.AfterFunc(ctx, func() { w.pipe.SetReadDeadline(time.Now()) })
	defer stop()
	if err := json.NewEncoder(w.keys).Encode(p.Key); err != nil {
		return result, "the worker is gone: " + w.epitaph()
	}
	line, err := w.answers.ReadBytes('\n')
	switch {
	case ctx.Err() != nil:
		return result, "interrupted"
	case errors.Is(err, os.ErrDeadlineExceeded):
		return result, fmt.Sprintf("no answer within %v: the worker was stopped", limit)
	case err != nil:
		return result, "the worker ended: " + w.epitaph()
	}
	result, err = record.DecodeLine(bytes.TrimSuffix(line, []byte("\n")))
	switch {
	case err != nil:
		return result, fmt.Sprintf("the worker's answer cannot be read: %v", err)
	case result.Key.ID() != p.Key.ID():
		return result, fmt.Sprintf("the worker answered for another point, %v", result.Key)
	}
	return result, ""
}

// stop ends the process with all that it started, and waits for it.
func (w *worker) stop() {
	w.keys.Close()
	syscall.Kill(-w.cmd.Process.Pid, syscall.SIGKILL)
	w.cmd.Wait()
	w.pipe.Close()
}

// epitaph says how the process ended, with the first line of what it said last.
func (w *worker) epitaph() string {
	syscall.Kill(-w.cmd.Process.Pid, syscall.SIGKILL) // what it started may outlive it
	w.cmd.Wait()
	text := "it ended"
	if w.cmd.ProcessState != nil {
		text = w.cmd.ProcessState.String()
	}
	for _, line := range strings.Split(w.said.String(), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			return text + ": " + line
		}
	}
	return text
}

// beginning keeps the beginning of what is written: a crash says what it is first and goes on for pages.
type beginning struct {
	mu   sync.Mutex
	text []byte
}

func (t *beginning) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if room := 1000 - len(t.text); room > 0 {
		t.text = append(t.text, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

func (t *beginning) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
