package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

func newVerify() *cobra.Command {
	sample := 200
	all := false
	cmd := &cobra.Command{
		Use:   "verify [DIR]",
		Short: "Check results: schema, completeness, and a new computation of deterministic points",
		Long: `Verify checks the result files of a folder (default .) against their schemas, that every point of the grid which run.json
names is there, and computes a random sample of the deterministic points again: each must give the row that is
stored. On another architecture the last digits of numbers with a fraction may differ; whole numbers may not.`,
		Args: takes(0, 1, "one folder at most"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s := record.Store{Root: "."}
			if len(args) == 1 {
				s.Root = args[0]
			}
			v := verifier{store: s, out: cmd.OutOrStdout(), sample: sample}
			if all {
				v.sample = math.MaxInt
			}
			return v.verify(cmd.Context())
		},
	}
	cmd.Flags().IntVar(&sample, "sample", sample, "deterministic points of each experiment that are computed again")
	cmd.Flags().BoolVar(&all, "all", false, "compute all of them again")
	return cmd
}

// A verifier counts what does not hold.
type verifier struct {
	store  record.Store
	out    io.Writer
	sample int
	faults int
}

func (v *verifier) say(ok bool, format string, args ...any) {
	verdict := "ok   "
	if !ok {
		verdict = "FAULT"
		v.faults++
	}
	fmt.Fprintf(v.out, "%s %s\n", verdict, fmt.Sprintf(format, args...))
}

func (v *verifier) verify(ctx context.Context) error {
	run, err := v.store.ReadRun()
	if err != nil {
		return err
	}
	if len(run.Experiments) == 0 {
		return coded{codeStore, fmt.Errorf("%s holds no results: hashlab run makes some", v.store.Result(""))}
	}
	if err := v.schemas(); err != nil {
		return err
	}
	for _, e := range experiments {
		m, ok := run.Experiments[e.Name]
		if !ok {
			v.say(true, "%s: not run", e.Name)
			continue
		}
		if err := v.experiment(ctx, e, m); err != nil {
			return err
		}
	}
	if v.faults > 0 {
		fmt.Fprintf(v.out, "%d faults\n", v.faults)
		return coded{codeCheckFailed, errSaid}
	}
	fmt.Fprintln(v.out, "all holds")
	return nil
}

// schemas checks every CSV file of the results.
func (v *verifier) schemas() error {
	names, err := fs.Glob(os.DirFS(v.store.Result("")), "*.csv")
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := os.ReadFile(v.store.Result(name))
		if err != nil {
			return coded{codeStore, err}
		}
		rows, err := record.CheckSchema(name, text)
		if err != nil {
			v.say(false, "%v", err)
			continue
		}
		v.say(true, "%s: %d rows fit the schema", name, rows)
	}
	return nil
}

// experiment checks completeness, and computes points again where they are deterministic.
func (v *verifier) experiment(ctx context.Context, e plan.Experiment, m record.Measurement) error {
	scope := plan.Scope{Profile: plan.Profile(m.Profile), Seed: m.Seed}
	points, err := e.Points(scope, plan.Narrowing{}, digest, measuring(e.Name))
	if err != nil {
		return err
	}
	if m.Narrowed {
		v.say(true, "%s: a narrowed run of %d points; nothing is said of the rest", e.Name, m.Points)
	} else {
		v.say(m.Points == len(points), "%s: %d of the %d points of the %s grid are there, %d failed", e.Name, m.Points, len(points), m.Profile, m.Failed)
	}
	if e.Stored == "" || m.Narrowed {
		return nil
	}
	text, err := os.ReadFile(v.store.Result(e.Stored))
	if err != nil {
		v.say(false, "%s: %v", e.Name, err)
		return nil
	}
	stored, err := rowTexts(text)
	if err != nil {
		v.say(false, "%s: %v", e.Stored, err)
		return nil
	}
	record.Random("points to compute again", m.Seed, e.Name).Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
	points = points[:min(v.sample, len(points))]
	bad, err := recompute(ctx, e, scope, points, stored)
	if err != nil {
		return err
	}
	for _, text := range bad[:min(len(bad), 5)] {
		fmt.Fprintln(v.out, "     ", text)
	}
	v.say(len(bad) == 0, "%s: %d points computed again, %d differ from what is stored", e.Name, len(points), len(bad))
	return nil
}

// rowTexts returns the rows of a CSV file, header apart, by their text.
func rowTexts(text []byte) (map[string]bool, error) {
	cells, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	rows := map[string]bool{}
	for _, row := range cells[min(1, len(cells)):] {
		rows[strings.Join(row, ",")] = true
	}
	return rows, nil
}

// recompute measures points again and returns what is not among the stored rows.
func recompute(ctx context.Context, e plan.Experiment, s plan.Scope, points []plan.Point, stored map[string]bool) (bad []string, err error) {
	for _, p := range points {
		result := measurePoint(e, s, p.Key)
		if err := ctx.Err(); err != nil {
			return bad, err
		}
		if result.Status != record.OK {
			bad = append(bad, fmt.Sprintf("%v: %s", p.Key, result.Reason))
			continue
		}
		tables, err := e.Tables(record.Store{}, []json.RawMessage{result.Payload})
		if err != nil {
			return bad, err
		}
		rows, err := rowTexts(tables.Files[e.Stored])
		if err != nil {
			return bad, err
		}
		for row := range rows {
			if !stored[row] && !nearly(row, stored) {
				bad = append(bad, fmt.Sprintf("%v: now %s", p.Key, row))
			}
		}
	}
	return bad, nil
}

// lastDigits is by how much, relatively, a number with a fraction may differ between architectures: one in
// the sixth digit.
const lastDigits = 1.1e-5

// nearly reports whether a stored row has the same texts and whole numbers, and nearly the same fractions.
func nearly(row string, stored map[string]bool) bool {
	want := strings.Split(row, ",")
	for other := range stored {
		got := strings.Split(other, ",")
		if len(got) == len(want) && !slices.ContainsFunc(pairs(want, got), func(p [2]string) bool { return !alike(p[0], p[1]) }) {
			return true
		}
	}
	return false
}

func pairs(a, b []string) [][2]string {
	ps := make([][2]string, len(a))
	for i := range a {
		ps[i] = [2]string{a[i], b[i]}
	}
	return ps
}

func alike(a, b string) bool {
	if a == b {
		return true
	}
	if !strings.ContainsAny(a+b, ".e") {
		return false
	}
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errors.Join(errX, errY) == nil && math.Abs(x-y) <= lastDigits*math.Max(math.Abs(x), math.Abs(y))
}

// readResult returns the text of a result file, nil where it is not there.
func readResult(s record.Store, name string) ([]byte, error) {
	text, err := os.ReadFile(s.Result(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}
