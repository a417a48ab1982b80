package extern

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/filter/filtertest"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

func TestConformance(t *testing.T) {
	for _, e := range filter.All() {
		t.Run(e.Name, func(t *testing.T) {
			if err := filtertest.Run(e, testing.AllocsPerRun); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestBitsAndBloomsSpecs(t *testing.T) {
	for _, c := range []struct {
		spec filter.Spec
		m    uint64 // 0 = refused
		k    int
	}{
		{filter.Spec{N: 1000, FPR: 0.01}, 9586, 7},
		{filter.Spec{N: 1, FPR: 1e-9}, 44, 31},
		{filter.Spec{M: 1000, K: 4}, 1000, 4},
		{filter.Spec{N: 50, M: 1000, K: 4}, 1000, 4},
		{spec: filter.Spec{FPR: 0.01}},
		{spec: filter.Spec{N: 1000}},
		{spec: filter.Spec{N: 1000, FPR: math.NaN()}},
		{spec: filter.Spec{N: 1000, FPR: 1.5}},
		{spec: filter.Spec{N: 1000, FPR: 0.01, K: 7}},
		{spec: filter.Spec{N: 1000, FPR: 0.01, M: 9586}},
		{spec: filter.Spec{M: 1000}},
		{spec: filter.Spec{K: 4}},
		{spec: filter.Spec{N: filter.MaxM, FPR: 0.01}},
	} {
		t.Run(fmt.Sprintf("%+v", c.spec), func(t *testing.T) {
			f, err := NewBitsAndBlooms(c.spec)
			if c.m == 0 {
				if f != nil || !errors.Is(err, filter.ErrSpec) {
					t.Errorf("got %v, %v; want an error that wraps ErrSpec", f, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if p := f.Params(); p.M != c.m || p.K != c.k || p.N != c.spec.N {
				t.Errorf("got %+v, want n = %d, m = %d, k = %d", p, c.spec.N, c.m, c.k)
			}
			if got, want := uint64(f.filter.Cap()), c.m; got != want {
				t.Errorf("the library has m = %d, want %d", got, want)
			}
		})
	}
}

type other struct{ hash.Hash }

func (other) Info() hash.Info { return hash.Info{Meta: registry.Meta{Name: "other"}} }

func TestBitsAndBloomsKeepsItsHash(t *testing.T) {
	e, err := filter.Find("x-bits-and-blooms")
	if err != nil {
		t.Fatal(err)
	}
	if f, err := e.NewKeyed(filter.Spec{N: 10, FPR: 0.01}, other{}); f != nil || err == nil {
		t.Errorf("got %v, %v; want an error", f, err)
	}
}
