package report

import (
	"fmt"
	"strings"
	"testing"
)

func TestShorten(t *testing.T) {
	full := table{Caption: "Rates.", Header: []string{"filter", "rate"}}
	for i := range longest {
		full.add(fmt.Sprintf("mine-%d", i), "0.01")
	}
	if got := full.shorten("fpr"); len(got.Rows) != longest || got.Caption != "Rates." {
		t.Errorf("a table of %d rows was cut to %d, caption %q", longest, len(got.Rows), got.Caption)
	}
	full.add("`xor-8`", "0.004")
	full.add("fuse4-8", "0.004")
	got := full.shorten("fpr")
	if len(got.Rows) != longest || got.Rows[0][0] != "mine-0" {
		t.Errorf("%d rows are left, the first %v; want the %d of no variant", len(got.Rows), got.Rows[0], longest)
	}
	if want := "26 of 28 rows"; !strings.Contains(got.Caption, want) || !strings.Contains(got.Caption, "`fpr`") {
		t.Errorf("caption %q does not say %q and where the others are", got.Caption, want)
	}
	if len(full.Rows) != longest+2 {
		t.Error("the table itself was cut")
	}
}
