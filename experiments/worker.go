package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"

	"github.com/spf13/cobra"

	"hashlab/experiments/internal/machine"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// Points are measured by workers, which are this program: what crashes, hangs or takes all memory there
// costs one point and not the run. A worker reads keys from its standard input, a JSON text a line, and
// answers each with a journal line on the pipe that it inherits; what it prints otherwise is not read.

// answerFD is the descriptor of that pipe: the first that a child inherits besides the standard ones.
const answerFD = 3

// memoryShare is the share of the machine's memory that all workers together may take.
const memoryShare = 0.85

func newWorker() *cobra.Command {
	f := &runFlags{}
	parallel := 1
	cmd := &cobra.Command{
		Use: "worker EXPERIMENT", Hidden: true, Args: cobra.ExactArgs(1),
		Short: "Measure the points that arrive on standard input; a run starts its workers itself",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.resolve(args, io.Discard); err != nil {
				return err
			}
			if err := limitMemory(parallel); err != nil {
				return err
			}
			answers := os.NewFile(answerFD, "answers")
			if answers == nil {
				return fmt.Errorf("a worker is started by a run: descriptor %d is not open", answerFD)
			}
			return work(f.selected[0], f.scope, cmd.InOrStdin(), answers)
		},
	}
	f.scopeFlags(cmd.Flags())
	cmd.Flags().IntVar(&parallel, "parallel", parallel, "how many workers share the machine")
	return cmd
}

// limitMemory gives the worker its share of the machine's memory.
func limitMemory(parallel int) error {
	total, err := strconv.ParseFloat(machine.Read().System.Memory, 64)
	if err != nil {
		return nil // it is not known here
	}
	return measure.LimitMemory(uint64(total * memoryShare / float64(parallel)))
}

// work answers keys until there are no more. When the run goes away, and with it the standard input, it ends
// at once, whatever it is doing.
func work(e plan.Experiment, s plan.Scope, keys io.Reader, answers io.Writer) error {
	queue := make(chan record.Key)
	go func() {
		lines := json.NewDecoder(bufio.NewReader(keys))
		for {
			var k record.Key
			if err := lines.Decode(&k); err != nil {
				os.Exit(0)
			}
			queue <- k
		}
	}()
	if e.Measured {
		runtime.LockOSThread()
	}
	for k := range queue {
		line, err := record.EncodeLine(measurePoint(e, s, k))
		if err != nil {
			return err
		}
		if _, err := answers.Write(line); err != nil {
			return err
		}
	}
	return nil
}
