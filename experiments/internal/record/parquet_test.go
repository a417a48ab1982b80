package record

import (
	"bytes"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
)

func TestParquetReadsBack(t *testing.T) {
	type row struct {
		Name string   `parquet:"name,dict"`
		N    uint64   `parquet:"n"`
		Rate *float64 `parquet:"rate,optional"`
	}
	want := []row{{"a", 1 << 63, Float(0.25).Pointer()}, {"", 0, Unknown.Pointer()}, {"a", 3, Float(math.Inf(1)).Pointer()}}
	var text bytes.Buffer
	if err := Parquet(&text, want); err != nil {
		t.Fatal(err)
	}
	got, err := parquet.Read[row](bytes.NewReader(text.Bytes()), int64(text.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got[1].Rate != nil || got[2].Rate != nil {
		t.Error("what is unknown was written as a number")
	}
}
