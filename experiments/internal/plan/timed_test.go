package plan

import (
	"testing"

	"hashlab/experiments/internal/record"
)

func TestSummariseBlocks(t *testing.T) {
	var blocks []Block
	for i, median := range []record.Float{5, 1, 3, 2, 4, 6, 7} {
		blocks = append(blocks, Block{median, record.Float([]float64{2, 0.5, 1, 1, 1, 1, 1}[i]), "1 2 3"})
	}
	got := SummariseBlocks(blocks)
	if got.Ns != 4 || got.Least != 0.5 || got.Blocks != 7 || got.Samples != 21 {
		t.Errorf("got %+v, want median 4, least 0.5, 7 blocks, 21 samples", got)
	}
	if !(got.Low.Known() && got.Low <= 4 && got.High >= 4) {
		t.Errorf("got the interval %v to %v, want one around 4", got.Low, got.High)
	}
	few := SummariseBlocks(blocks[:5])
	if few.Low.Known() || few.High.Known() || few.Ns != 3 {
		t.Errorf("got %+v of 5 blocks, want the median 3 and no interval", few)
	}
	none := SummariseBlocks(nil)
	if none.Ns.Known() || none.Least.Known() || none.Blocks != 0 {
		t.Errorf("got %+v of no blocks, want unknown", none)
	}
	if text := SampleList([]float64{1, 2.0 / 3, 1e9 / 7}); text != "1 0.666667 1.42857e+08" {
		t.Errorf("got %q", text)
	}
}
