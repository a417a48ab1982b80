package measure

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"hashlab/impl/consistent"
)

func randomPoints(n int) []consistent.Point {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	points := make([]consistent.Point, n)
	for i := range points {
		points[i] = consistent.Point{Hash: r.Uint64(), Node: int32(i % 7)}
	}
	slices.SortFunc(points, func(p, q consistent.Point) int {
		if p.Hash < q.Hash {
			return -1
		}
		return 1
	})
	return points
}

// ownerOf is the definition: the first point at or after h, past the last one the first.
func ownerOf(points []consistent.Point, h uint64) int32 {
	for _, p := range points {
		if p.Hash >= h {
			return p.Node
		}
	}
	return points[0].Node
}

func TestSearchFindsTheOwner(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, n := range []int{1, 2, 3, 160, 1000} {
		points := randomPoints(n)
		hs := []uint64{0, 1<<64 - 1, points[0].Hash, points[n-1].Hash, points[n-1].Hash + 1}
		for range 200 {
			hs = append(hs, r.Uint64())
		}
		dst := make([]int32, len(hs))
		Search(points).Locate(dst, hs)
		for i, h := range hs {
			if want := ownerOf(points, h); dst[i] != want {
				t.Errorf("n=%d h=%#x: got node %d, want %d", n, h, dst[i], want)
			}
		}
	}
}

// TestTwoReadsReadPlacesNear: what is read for a hash is the first point of its bucket, or the next there is.
func TestTwoReadsReadPlacesNear(t *testing.T) {
	points := randomPoints(1000)
	reads, err := NewTwoReads(points)
	if err != nil {
		t.Fatal(err)
	}
	if len(reads.starts) != 1024 {
		t.Fatalf("got an index of %d entries for 1000 points, want 1024", len(reads.starts))
	}
	hs, dst := make([]uint64, 1024), make([]int32, 1024)
	for b := range hs {
		hs[b] = uint64(b)<<54 | 12345
	}
	reads.Locate(dst, hs)
	for b, h := range hs {
		want := points[len(points)-1].Node
		for _, p := range points {
			if p.Hash>>54 >= h>>54 {
				want = p.Node
				break
			}
		}
		if dst[b] != want {
			t.Errorf("bucket %d: got node %d, want %d", b, dst[b], want)
		}
	}
	if _, err := NewTwoReads(nil); err == nil {
		t.Error("no points: got no error")
	}
}

func TestBlockReaderReadsOneWordOfTheBlock(t *testing.T) {
	r, err := NewBlockReader(32*1000, 256)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		h     uint64
		block int
	}{{0, 0}, {1<<64 - 1, 999}, {1 << 63, 500}, {1<<63 - 1<<54, 499}} {
		if got, want := r.Read([]uint64{tt.h}), binary.LittleEndian.Uint64(r.memory[32*tt.block:]); got != want {
			t.Errorf("h=%#x: got %d, want %d, the first word of block %d", tt.h, got, want, tt.block)
		}
	}
	large, err := NewBlockReader(sharedBytes+32, 256)
	if err != nil {
		t.Fatal(err)
	}
	draw := rand.New(rand.NewPCG(3, 3))
	var hs []uint64
	for n := range 3 * readsAhead { // shorter than what is asked for ahead, as long, longer
		for _, r := range []*BlockReader{r, large} {
			if got, want := r.Read(hs), r.read(hs); got != want {
				t.Errorf("%d hashes of %d bytes: got the sum %d, want %d", n, len(r.memory), got, want)
			}
		}
		hs = append(hs, draw.Uint64())
	}
	for _, tt := range []struct {
		bytes int64
		bits  uint64
	}{{0, 256}, {33, 256}, {40, 256}, {-32, 256}, {64, 0}, {64, 100}} {
		if _, err := NewBlockReader(tt.bytes, tt.bits); err == nil {
			t.Errorf("bytes=%d blockBits=%d: got no error", tt.bytes, tt.bits)
		}
	}
}

var kept any

func TestAllocated(t *testing.T) {
	for _, tt := range []struct {
		name    string
		f       func()
		objects uint64
		bytes   uint64 // at least
	}{
		{"nothing", func() {}, 0, 0},
		{"two objects", func() { kept = make([]byte, 1<<16); kept = make([]byte, 1<<16) }, 4, 2 << 16}, // each with its slice header in the interface
	} {
		if objects, bytes := Allocated(tt.f); objects != tt.objects || bytes < tt.bytes || bytes > tt.bytes+tt.bytes/100+100*tt.objects {
			t.Errorf("%s: got %d objects of %d bytes, want %d of about %d", tt.name, objects, bytes, tt.objects, tt.bytes)
		}
	}
}
