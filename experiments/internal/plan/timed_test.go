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
	if got.BootLow.Known() || got.BootHigh.Known() {
		t.Errorf("got the bootstrap interval %v to %v of 7 blocks, want none", got.BootLow, got.BootHigh)
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

// Of 11 blocks there is a bootstrap interval, by the resamples and the seed that the schema names. The resampled median of 11
// values is at most the r-th of them with probability P(Bin(11, r/11) >= 6): 0.0072 and 0.0512 for r = 2 and 3, so the
// 2.5 % end is the third, and by symmetry the other the ninth.
func TestSummariseBlocksByBootstrap(t *testing.T) {
	var blocks []Block
	for i := range 11 {
		blocks = append(blocks, Block{Ns: record.Float(i + 1), Least: 1, Samples: "1"})
	}
	got := SummariseBlocks(blocks)
	if got.BootLow != 3 || got.BootHigh != 9 {
		t.Errorf("got %v to %v, want 3 to 9", got.BootLow, got.BootHigh)
	}
	if ten := SummariseBlocks(blocks[:10]); ten.BootLow.Known() || ten.BootHigh.Known() {
		t.Errorf("got %v to %v of 10 blocks, want none", ten.BootLow, ten.BootHigh)
	}
}
