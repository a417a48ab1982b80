package fuse

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"hashlab/impl/hash"
)

// Fingerprints per key of the reference's section 3.10, and segments where it gives them.
func TestShapes(t *testing.T) {
	for _, c := range []struct{ n, segment, cells uint64 }{
		{0, 4, 12}, {1, 4, 12}, {2, 4, 12}, {10, 16, 48}, {100, 64, 192}, {1000, 128, 1408}, {10_000, 512, 12_800},
		{11_500, 1024, 14_336}, {100_000, 2048, 118_784}, {1_000_000, 8192, 1_130_496}, {10_000_000, 32_768, 11_272_192},
	} {
		if cells, segment := threeWiseShape(c.n, 0); cells != c.cells || segment != c.segment {
			t.Errorf("3-wise, n=%d: got %d cells in segments of %d, want %d and %d", c.n, cells, segment, c.cells, c.segment)
		}
	}
	for _, c := range []struct {
		n      uint64
		perKey float64
	}{{100, 1.68}, {1000, 1.376}, {10_000, 1.2288}, {100_000, 1.1264}, {1_000_000, 1.0772}, {10_000_000, 1.0764}} {
		if cells, _ := fourWiseShape(c.n, 0); math.Abs(float64(cells)/float64(c.n)-c.perKey) > 5.1e-5 {
			t.Errorf("4-wise, n=%d: got %.5f cells a key, want %v", c.n, float64(cells)/float64(c.n), c.perKey)
		}
	}
	for n, want := range map[uint64]uint64{0: 30, 1: 33, 100: 153, 1_000_000: 1_230_030} {
		if got := xorCells(n); got != want {
			t.Errorf("xor, n=%d: got %d cells, want %d", n, got, want)
		}
	}
}

// Up to the most keys there are no more cells than 32 bits number, segments are whole, and attempts change their
// length only.
func TestShapesAreWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.Uint64Range(0, 2_000_000), rapid.Uint64Range(0, 3_800_000_000)).Draw(t, "n")
		for probes, shape := range map[uint64]func(uint64, int) (uint64, uint64){3: threeWiseShape, 4: fourWiseShape} {
			cells, segment := shape(n, 0)
			halved, half := shape(n, 1)
			if cells%segment != 0 || cells/segment < probes || cells < n || cells > maxCells || segment&(segment-1) != 0 || segment > 1<<18 {
				t.Errorf("%d-wise: %d cells in segments of %d", probes, cells, segment)
			}
			if halved != cells || half != segment && half != segment/2 || half < 4 {
				t.Errorf("%d-wise, second attempt: %d cells in segments of %d, first %d in %d", probes, halved, half, cells, segment)
			}
		}
	})
	if got := xorCells(3_490_000_000); got > maxCells {
		t.Errorf("xor: %d cells", got)
	}
}

// The cells of a word lie in segments, or blocks, one after the other, also where numbers pass 2^31, and reach the
// first and the last cell.
func TestCellsAreInRange(t *testing.T) {
	for _, n := range []uint64{0, 1, 2, 100, 11_500, 1_000_000, 3_200_000_000, 3_490_000_000} {
		t.Run(fmt.Sprintf("n=%d", n), func(t *testing.T) {
			cells, segment := threeWiseShape(n, 0)
			three := &ThreeWise[uint8]{segment: uint32(segment), starts: cells - 2*segment}
			cells4, segment4 := fourWiseShape(n, 0)
			four := &FourWise[uint8]{segment: uint32(segment4), starts: cells4 - 3*segment4}
			xor := &Xor[uint8]{block: xorCells(n) / 3}
			for i := range uint64(20_000) {
				x := wordOf(i, 1)
				if i < 2 {
					x = -i &^ tag // the least and the largest word
				}
				a, b, c := three.at(x)
				inSegments(t, segment, cells, a, b, c)
				d, e, f, g := four.at(x)
				inSegments(t, segment4, cells4, d, e, f, g)
				h, i, j := xor.at(x)
				inSegments(t, xor.block, 3*xor.block, h, i, j)
			}
		})
	}
}

func inSegments(t *testing.T, segment, cells uint64, at ...uint32) {
	t.Helper()
	for i, cell := range at {
		if uint64(cell) >= cells || uint64(cell)/segment != uint64(at[0])/segment+uint64(i) {
			t.Fatalf("cells %d in segments of %d, %d in all", at, segment, cells)
		}
	}
}

// Each cell of a key is any with the same probability: in 2^20 draws the share of each sixteenth of its range is off
// by at most 5.8 standard deviations, which one of the 48 shares exceeds with a probability of 3e-7. It shows a share
// that is off by 2.2 %.
func TestXorCellsAreUniform(t *testing.T) {
	const draws, parts = 1 << 20, 16
	f := &Xor[uint8]{block: 1_163_333_344} // that of the most keys: all bits of a place count
	var counts [3][parts]int
	for i := range uint64(draws) {
		a, b, c := f.at(hash.Fmix64(i+1) &^ tag)
		for block, at := range [3]uint32{a, b, c} {
			counts[block][(uint64(at)-uint64(block)*f.block)*parts/f.block]++
		}
	}
	bound := 5.8 * math.Sqrt(draws*(1.0/parts)*(1-1.0/parts))
	for block := range counts {
		for part, got := range counts[block] {
			if math.Abs(float64(got)-draws/parts) > bound {
				t.Errorf("block %d: part %d is drawn %d times, want %d +- %.0f", block, part, got, draws/parts, bound)
			}
		}
	}
}
