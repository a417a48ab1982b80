package report

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func numbered(n int, name func(int) string) table {
	t := table{Header: []string{"filter", "n"}}
	for i := range n {
		t.add(name(i), fmt.Sprint(i))
	}
	return t
}

func TestNamed(t *testing.T) {
	text := "| fast | `b` (static) | `c`: 0.5 × memory; `a`: 0.2 × time |"
	if diff := cmp.Diff([]string{"base", "b", "c", "a", "d"}, named([]string{"base"}, text, text, "`d` and `base`")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSmall(t *testing.T) {
	one := func(i int) string { return fmt.Sprintf("f%d", i) }
	two := func(i int) string { return fmt.Sprintf("`f%d`", i/2) }
	for _, c := range []struct {
		name  string
		full  table
		names []string
		want  []string // first cells
	}{
		{"a short table stays whole", numbered(3, one), []string{"f1"}, []string{"f0", "f1", "f2"}},
		{"named rows, in the table's order", numbered(40, one), []string{"f30", "f2"}, []string{"f2", "f30"}},
		{"names as code, of several rows each", numbered(40, two), []string{"f9", "none"}, []string{"`f9`", "`f9`"}},
		{"no more than fit, the first named", numbered(40, one), []string{"f20", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f0"},
			[]string{"f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f20"}},
		{"none is named", numbered(14, one), nil, []string{"f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11"}},
	} {
		var got []string
		for _, row := range c.full.small(c.names).Rows {
			got = append(got, row[0])
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("case=%s (-want +got):\n%s", c.name, diff)
		}
	}
	full := numbered(40, one)
	if full.small([]string{"f1"}); len(full.Rows) != 40 {
		t.Error("the table itself was cut")
	}
}

func TestColumns(t *testing.T) {
	full := table{Caption: "All.", Header: []string{"a", "b", "c"}, Rows: [][]string{{"1", "2", "3"}}}
	want := table{Caption: "Some.", Header: []string{"c", "a"}, Rows: [][]string{{"3", "1"}}}
	if diff := cmp.Diff(want, full.columns("Some.", "c", "a")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
