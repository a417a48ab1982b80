package cachetier

import (
	"encoding/json"
	"fmt"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"os"
	"testing"
	"time"
)

func TestZZ(t *testing.T) {
	if os.Getenv("PR") == "" {
		return
	}
	pr := plan.Profile(os.Getenv("PR"))
	s := plan.Scope{Profile: pr, Seed: 1}
	points, err := Experiment.Points(s, plan.Narrowing{}, func(kind, name string) string { return name }, "")
	if err != nil {
		t.Fatal(err)
	}
	st := time.Now()
	pred := 0.0
	var all []json.RawMessage
	for _, p := range points {
		pred += p.Seconds
		got, err := Experiment.Run(t.Context(), s, p.Key)
		if err != nil {
			fmt.Println("FAILED", p.Key, err)
			continue
		}
		b, _ := json.Marshal(got)
		all = append(all, b)
	}
	fmt.Println(len(points), "total", time.Since(st), "predicted", pred)
	tb, err := tables(record.Store{}, all)
	if err != nil {
		t.Fatal(err)
	}
	for n, b := range tb.Files {
		os.WriteFile("/tmp/L/"+n, b, 0o644)
	}
	for _, c := range tb.Checks {
		fmt.Println(c)
	}
}
