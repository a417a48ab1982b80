package figure

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/plot/cmpimg"

	"hashlab/experiments/internal/record"
)

var update = flag.Bool("update", false, "rewrite the golden pictures")

// goldens are the figures compared with pictures: a dot plot with intervals, small multiples on logarithmic
// axes, and a dot plot with parts.
var goldens = []string{"fpr-ratio", "throughput-locators", "remap-moved"}

// delta is what a pixel may differ, as a share of the full range: fused multiply-add on another architecture
// can move the last bit of a coordinate, and with it the shade of a pixel on an edge.
const delta = 0.01

func picture(t *testing.T, s record.Store, name string) []byte {
	t.Helper()
	f, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.plan(s)
	if err != nil {
		t.Fatal(err)
	}
	png, err := p.page.PNG()
	if err != nil {
		t.Fatal(err)
	}
	return png
}

func TestGoldenPictures(t *testing.T) {
	s, other := smallLaboratory().run(t), wild(t)
	for _, name := range goldens {
		t.Run("figure="+name, func(t *testing.T) {
			path := filepath.Join("testdata", name+".png")
			got := picture(t, s, name)
			if *update {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if same, err := cmpimg.EqualApprox("png", got, want, delta); err != nil || !same {
				t.Errorf("the picture differs from %s (%v); look at it, and rewrite it with -update if it is meant", path, err)
			}
			if name == "remap-moved" {
				return // the wild results have the same moves
			}
			if same, err := cmpimg.EqualApprox("png", picture(t, other, name), want, delta); err != nil || same {
				t.Errorf("the picture of other results counts as the same (%v): the comparison sees nothing", err)
			}
		})
	}
}
