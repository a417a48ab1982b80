package measure

import "time"

// A control is a fixed piece of work whose time says how fast the machine is at the moment: a chase through
// pointers that fit the first-level cache, each of which waits for the one before.
type control struct {
	next  []uint16
	least float64 // ns, the least seen so far
}

const (
	controlNodes = 4096
	controlSteps = 10_000
	controlRuns  = 3
	// controlSlack is by how much longer than its least the control may take: more says that the clock rate
	// fell or that something else ran.
	controlSlack = 1.15
)

func newControl() control {
	c := control{next: make([]uint16, controlNodes)}
	for i := range c.next {
		c.next[i] = uint16((i*1021 + 513) % controlNodes) // a full cycle: 1021-1 is divisible by 4, 513 is odd
	}
	return c
}

// run returns the least ns of a few runs.
func (c *control) run(now func() time.Time) float64 {
	least := 0.0
	at := uint16(0)
	for i := range controlRuns {
		start := now()
		for range controlSteps {
			at = c.next[at]
		}
		if ns := float64(now().Sub(start).Nanoseconds()); i == 0 || ns < least {
			least = ns
		}
	}
	sink += uint64(at)
	if least > 0 && (c.least == 0 || least < c.least) {
		c.least = least
	}
	return least
}

// off reports whether the control took too long.
func (c *control) off(ns float64) bool { return c.least > 0 && ns > controlSlack*c.least }
