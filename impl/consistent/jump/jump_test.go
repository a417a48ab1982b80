package jump

import (
	"errors"
	"testing"

	"hashlab/impl/consistent"
)

// TestBucketTable holds the vectors of dgryski/go-jump, jump_test.go, which come from the reference C++ and
// from Guava, for n = 1 … 19.
func TestBucketTable(t *testing.T) {
	tests := []struct {
		key  uint64
		want [19]int32
	}{
		{0, [19]int32{}},
		{1, [19]int32{0, 0, 0, 0, 0, 0, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 17, 17}},
		{0xdeadbeef, [19]int32{0, 1, 2, 3, 3, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 16, 16, 16}},
		{0x0ddc0ffeebadf00d, [19]int32{0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 15, 15, 15, 15}},
	}
	for _, test := range tests {
		var got [19]int32
		for n := range got {
			got[n] = bucket(test.key, n+1)
		}
		if got != test.want {
			t.Errorf("key=%#x: got %v, want %v", test.key, got, test.want)
		}
	}
}

// TestBucket holds further vectors of dgryski/go-jump and of lithammer/go-jump-consistent-hash.
func TestBucket(t *testing.T) {
	for key, want := range []int32{0, 55, 62, 8, 45, 59, 86, 97, 82, 59, 73, 37, 17, 56, 86, 21, 90, 37, 38, 83} {
		if got := bucket(uint64(key), 100); got != want {
			t.Errorf("key=%d n=100: got %d, want %d", key, got, want)
		}
	}
	tests := []struct {
		key  uint64
		n    int
		want int32
	}{
		{10863919174838991, 11, 6},
		{2016238256797177309, 11, 3},
		{1673758223894951030, 11, 5},
		{2, 100001, 80343},
		{2201, 100001, 22152},
		{2202, 100001, 15018},
		{1, 1, 0},
		{42, 57, 43},
		{0xDEAD10CC, 1, 0},
		{0xDEAD10CC, 666, 361},
		{256, 1024, 520},
		{1, 0, -1},
	}
	for _, test := range tests {
		if got := bucket(test.key, test.n); got != test.want {
			t.Errorf("key=%d n=%d: got %d, want %d", test.key, test.n, got, test.want)
		}
	}
}

func TestOnlyLastLeaves(t *testing.T) {
	j, err := NewJump(consistent.Options{}, []consistent.Node{{ID: "b", Weight: 1}, {ID: "a", Weight: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Remove("b"); !errors.Is(err, consistent.ErrUnsupported) {
		t.Errorf("Remove of the first: got error %v, want ErrUnsupported", err)
	}
	if err := j.Remove("a"); err != nil {
		t.Errorf("Remove of the last: %v", err)
	}
	if got := j.Locate(7); got != 0 {
		t.Errorf("Locate with one node = %d, want 0", got)
	}
}
