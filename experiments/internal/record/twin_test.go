package record

import "testing"

func TestCompareTwins(t *testing.T) {
	for _, c := range []struct {
		a, b bool
		want int
	}{{false, false, 0}, {false, true, -1}, {true, false, 1}, {true, true, 0}} {
		if got := CompareTwins(c.a, c.b); got != c.want {
			t.Errorf("a=%t b=%t: got %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
