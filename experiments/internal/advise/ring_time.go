package advise

import (
	"context"
	"fmt"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// ringKernels returns look-ups of the same keys with each locator.
func ringKernels(w RingWish, found []RingCandidate) ([]measure.Kernel, error) {
	class, err := keys.Find("user-profile")
	if err != nil {
		return nil, err
	}
	in, _, err := class.Split(poolKeys, 0, keySeed)
	if err != nil {
		return nil, err
	}
	pool, nodes := keys.All(in), plan.Nodes(w.Nodes, 1)
	kernels := make([]measure.Kernel, len(found))
	for i, c := range found {
		l, err := c.Build(nodes)
		if err != nil {
			return nil, err
		}
		at, dst := 0, make([]int32, callKeys)
		kernels[i] = measure.Kernel{Keys: callKeys, Run: func() uint64 {
			l.LocateAll(dst, pool[at:at+callKeys])
			at = (at + callKeys) % len(pool)
			return uint64(dst[0])
		}}
	}
	return kernels, nil
}

// timeRings gives the candidates their times.
func (a Adviser) timeRings(ctx context.Context, advice *RingAdvice, found []RingCandidate) error {
	use, err := a.fromResults("throughput")
	if err != nil {
		return err
	}
	if use {
		rows, err := record.Read[record.ThroughputRow](a.Store, "throughput.csv")
		if err != nil {
			return err
		}
		if advice.Ranked = readRings(rows, found, advice.Wish.Nodes); len(advice.Ranked) == len(found) {
			advice.Basis = "results of this machine (" + a.Machine + ")"
			return nil
		}
		if a.From == Results {
			return fmt.Errorf("%s has timings of %d of the %d locators that fit, with %d nodes and their vnodes", a.Store.Result("throughput.csv"), len(advice.Ranked), len(found), advice.Wish.Nodes)
		}
	}
	kernels, err := ringKernels(advice.Wish, found)
	if err != nil {
		return err
	}
	a.tell("timing %s of %s", plural(len(found), "locator"), plural(advice.Wish.Nodes, "node"))
	times, err := timeAll(ctx, kernels, kernelTurns)
	for i := range times {
		found[i].Timing = timed(times[i], "")
	}
	advice.Ranked = found
	advice.Basis = fmt.Sprintf("a calibration just now: %s of %s side by side", plural(len(found), "locator"), plural(advice.Wish.Nodes, "node"))
	return err
}

// readRings returns the candidates that the results timed with as many nodes and as many vnodes, with their times.
func readRings(rows []record.ThroughputRow, found []RingCandidate, nodes int) (read []RingCandidate) {
	for _, c := range found {
		for _, r := range rows {
			same := c.Options.Vnodes == 0 || c.Options.Vnodes == c.Entry.DefaultVnodes
			if same && r.Kind == "locator" && r.Impl == c.Entry.Name && r.Mode == "keys" && r.Nodes == nodes && r.NsPerKey.Known() {
				c.Timing = rowTiming(r)
				read = append(read, c)
				break
			}
		}
	}
	return read
}
