package keys

import (
	"context"
	"errors"
	"testing"
)

func TestEachVisitsEveryKeyOnceInOrder(t *testing.T) {
	for _, n := range []uint64{0, 1, chunk - 1, chunk, chunk + 1, 3*chunk + 7} {
		s := Part(random8(9), 5, n)
		var want Batch
		at := uint64(0)
		err := Each(t.Context(), s, func(from uint64, keys [][]byte) error {
			if from != at {
				t.Fatalf("n=%d: got a visit from %d, want from %d", n, from, at)
			}
			for i, key := range want.Load(random8(9), 5+from, len(keys)) {
				if string(keys[i]) != string(key) {
					t.Fatalf("n=%d: key %d: got %x, want %x", n, from+uint64(i), keys[i], key)
				}
			}
			at += uint64(len(keys))
			return nil
		})
		if err != nil || at != n {
			t.Errorf("n=%d: got %d keys and %v", n, at, err)
		}
	}
}

func TestEachStops(t *testing.T) {
	stop := errors.New("enough")
	visits := 0
	err := Each(t.Context(), Part(random8(1), 0, 10*chunk), func(uint64, [][]byte) error { visits++; return stop })
	if err != stop || visits != 1 {
		t.Errorf("got %v after %d visits, want %v after 1", err, visits, stop)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Each(ctx, Part(random8(1), 0, 1), func(uint64, [][]byte) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want a cancelled context", err)
	}
}
