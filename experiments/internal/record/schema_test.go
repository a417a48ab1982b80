package record

import (
	"strings"
	"testing"
)

func TestCheckSchema(t *testing.T) {
	text, err := Encode([]CheckRow{fill[CheckRow](0), fill[CheckRow](2)})
	if err != nil {
		t.Fatal(err)
	}
	if rows, err := CheckSchema(ChecksFile, text); rows != 2 || err != nil {
		t.Errorf("got %d rows, %v, want 2", rows, err)
	}
	header, _, _ := strings.Cut(string(text), "\n")
	if rows, err := CheckSchema(ChecksFile, []byte(header+"\n")); rows != 0 || err != nil {
		t.Errorf("the header alone: got %d rows, %v, want none", rows, err)
	}
	swapped := strings.Replace(header, "experiment,check", "check,experiment", 1)
	for name, text := range map[string]string{
		"empty":             "",
		"a column less":     header[:strings.LastIndex(header, ",")] + "\n",
		"a column more":     header + ",later\n",
		"columns swapped":   swapped + "\n",
		"NaN":               header + "\na,NaN,1,true,\n",
		"a signed infinity": header + "\na,b,1,true,-Inf\n",
		"a bad number":      header + "\na,b,one,true,\n",
		"a cell less":       header + "\na,b,1,true\n",
	} {
		if rows, err := CheckSchema(ChecksFile, []byte(text)); err == nil || !strings.Contains(err.Error(), ChecksFile) {
			t.Errorf("%s: got %d rows, %v, want an error with the file's name", name, rows, err)
		}
	}
	if _, err := CheckSchema("notes.csv", nil); err == nil || HasSchema("notes.csv") || !HasSchema(ChecksFile) {
		t.Errorf("an unknown file: got %v, want an error", err)
	}
}
