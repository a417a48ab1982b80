package record

// CompareTwins orders a series before its twin, the same series timed a second time: it returns -1, 0 or 1 as package cmp does
// for what is false and what is true.
func CompareTwins(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
