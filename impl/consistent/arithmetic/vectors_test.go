package arithmetic

import (
	"testing"
)

// TestJumpBack holds the README of dynatrace-oss/hash4j for n = 2 and 3, and an independent port of the
// project's reference for the others.
func TestJumpBack(t *testing.T) {
	keys := [3]uint64{0x7f7487ee708c8a96, 0x6265648fbc797f25, 0x85ef23a0b545d53b}
	for _, test := range []struct {
		n    int32
		want [3]int32
	}{
		{1, [3]int32{0, 0, 0}},
		{2, [3]int32{1, 0, 0}},
		{3, [3]int32{1, 0, 2}},
		{10, [3]int32{4, 5, 4}},
		{100, [3]int32{81, 91, 16}},
		{1000, [3]int32{996, 859, 816}},
	} {
		for i, key := range keys {
			if got := jumpBack(key, test.n); got != test.want[i] {
				t.Errorf("key=%#x n=%d: got %d, want %d", key, test.n, got, test.want[i])
			}
		}
	}
}

// TestFlip holds FlipHash64 with seed 0 as two independent ports of the project's reference give it.
func TestFlip(t *testing.T) {
	for _, test := range []struct {
		key     uint64
		n, want int32
	}{
		{10427592028180905159, 18, 13},
		{10427592028180905159, 10, 1},
		{10427592028180905159, 1000, 452},
		{15960427081186311679, 18, 17},
		{1, 18, 16},
		{1, 100, 36},
		{0xdeadbeef, 18, 11},
		{0xdeadbeef, 1000, 792},
		{0xdeadbeef, 1, 0},
	} {
		if got := flip(test.key, test.n); got != test.want {
			t.Errorf("key=%d n=%d: got %d, want %d", test.key, test.n, got, test.want)
		}
	}
}

// TestJump holds vectors of dgryski/go-jump and lithammer/go-jump-consistent-hash, which the scheme "jump" is
// held to at length.
func TestJump(t *testing.T) {
	for _, test := range []struct {
		key     uint64
		n, want int32
	}{
		{1, 19, 17}, {0xdeadbeef, 19, 16}, {10863919174838991, 11, 6}, {2202, 100001, 15018}, {256, 1024, 520}, {42, 57, 43},
	} {
		if got := jump(test.key, test.n); got != test.want {
			t.Errorf("key=%d n=%d: got %d, want %d", test.key, test.n, got, test.want)
		}
	}
}
