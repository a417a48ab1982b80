package control_test

import (
	"errors"
	"strconv"
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/control"
)

func nodes(n int) []consistent.Node {
	all := make([]consistent.Node, n)
	for i := range all {
		all[i] = consistent.Node{ID: strconv.Itoa(i), Weight: 1}
	}
	return all
}

// The table is as large as the points of a ring of 160 a node: 16 bytes each.
func TestLoadIsAsLargeAsARing(t *testing.T) {
	small, err := control.NewLoad(consistent.Options{}, nodes(10))
	if err != nil {
		t.Fatal(err)
	}
	large, err := control.NewLoad(consistent.Options{}, nodes(110))
	if err != nil {
		t.Fatal(err)
	}
	const node = 24 // a header of a string and a float64
	if got, want := large.Bytes()-small.Bytes(), int64(100*(160*16+node)); got != want {
		t.Errorf("100 nodes more take %d bytes, want %d", got, want)
	}
}

// All entries are read: equally spaced hashes find each node as often as it has entries.
func TestLoadReadsEveryEntry(t *testing.T) {
	const n, points = 7, 7 * 160
	l, err := control.NewLoad(consistent.Options{}, nodes(n))
	if err != nil {
		t.Fatal(err)
	}
	hs := make([]uint64, points)
	for i := range hs {
		hs[i] = uint64(i) * ((1<<64 - 1) / points)
	}
	dst := make([]int32, points)
	l.LocateAll(dst, hs)
	var counts [n]int
	for i, node := range dst {
		if node != l.Locate(hs[i]) {
			t.Fatalf("hash %#x: bulk gives %d, single %d", hs[i], node, l.Locate(hs[i]))
		}
		counts[node]++
	}
	for node, got := range counts {
		if got < 159 || got > 161 { // a spacing that is rounded down may read one entry twice
			t.Errorf("node %d is found %d times, want 160", node, got)
		}
	}
}

func TestLoadRefusesTooManyNodes(t *testing.T) {
	if _, err := control.NewLoad(consistent.Options{}, nodes(1<<17+1)); !errors.Is(err, consistent.ErrOptions) {
		t.Errorf("got %v, want %v", err, consistent.ErrOptions)
	}
}
