package plan

import (
	"testing"

	"hashlab/impl/filter"
)

// A filter of a fixed rate is built for the nearest rate that it meets, and one that can be sized for 0.01.
func TestNearest(t *testing.T) {
	for name, want := range map[string]float64{"bloom-classic": 0.01, "fuse-8": 0.01, "cuckoo-8": 0.03, "cuckoo-12": 0.01} {
		e, err := filter.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := Nearest(e); !ok || got != want {
			t.Errorf("%s: got %v, %t, want %v", name, got, ok, want)
		}
	}
	if e, err := filter.Find("fuse-8"); err != nil || Meets(e, 1000, 1e-4) || !Meets(e, 1000, 0.004) {
		t.Errorf("fuse-8, whose rate is 1/256: meets 1e-4 is %t, meets 0.004 is %t (%v)", Meets(e, 1000, 1e-4), Meets(e, 1000, 0.004), err)
	}
}
