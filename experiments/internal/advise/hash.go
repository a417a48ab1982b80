package advise

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/record"
	"hashlab/impl/hash"
)

// A HashWish says what a hash function is wanted for.
type HashWish struct {
	KeyBytes  int  // length of a usual key, 1 … MaxKeyBytes
	Untrusted bool // an adversary chooses keys
	Stable    bool // values are stored, or other processes and machines must agree on them
}

// secret reports whether the function is to be given a secret seed; what draws its own for each process needs none.
func (w HashWish) secret(e hash.Entry) bool { return w.Untrusted && e.Seeds != hash.SeedPerProcess }

// MaxKeyBytes bounds HashWish.KeyBytes.
const MaxKeyBytes = 1 << 20

// A HashCandidate is a function that does what is wished.
type HashCandidate struct {
	Entry  hash.Entry
	Timing Timing
}

// A HashAdvice is the answer.
type HashAdvice struct {
	Wish    HashWish
	Ranked  []HashCandidate // by time, the advised first
	Refused []string        // functions with what speaks against them
	Basis   string
	Judged  bool // whether the results hold verdicts on the quality of functions
}

// Hash advises a hash function of 64 bits for keys of a length.
func (a Adviser) Hash(ctx context.Context, w HashWish) (*HashAdvice, error) {
	if w.KeyBytes < 1 || w.KeyBytes > MaxKeyBytes {
		return nil, fmt.Errorf("keys of %d bytes are not in 1 … %d", w.KeyBytes, MaxKeyBytes)
	}
	verdicts, err := record.Read[record.QualityVerdict](a.Store, "quality_verdicts.csv")
	if err != nil {
		return nil, err
	}
	advice := &HashAdvice{Wish: w, Judged: len(verdicts) > 0}
	var found []HashCandidate
	for _, e := range hash.All() {
		if why := speaksAgainst(e, w, verdicts); why != "" {
			advice.Refused = append(advice.Refused, e.Name+": "+why)
		} else {
			found = append(found, HashCandidate{Entry: e})
		}
	}
	if len(found) == 0 {
		return nil, errors.New("no registered hash function does what is wished")
	}
	if err := a.timeHashes(ctx, advice, found); err != nil {
		return nil, err
	}
	slices.SortStableFunc(advice.Ranked, func(x, y HashCandidate) int { return cmp.Compare(x.Timing.Ns, y.Timing.Ns) })
	return advice, nil
}

// speaksAgainst returns why the function is not for the wish; "" for nothing.
func speaksAgainst(e hash.Entry, w HashWish, verdicts []record.QualityVerdict) string {
	switch {
	case len(e.Traits.Fails) > 0:
		return "a control"
	case e.Bits < 64:
		return "32 bits wide: among a few hundred thousand keys some share a hash"
	case w.Stable && !e.Stable:
		return "other values in each process"
	case w.Untrusted && !e.Keyed:
		return "no secret: collisions can be made"
	}
	for _, v := range verdicts {
		if v.Hash == e.Name && v.Tests != "" {
			return "fails on ordinary keys: " + v.Tests
		}
	}
	return ""
}

func (a Adviser) timeHashes(ctx context.Context, advice *HashAdvice, found []HashCandidate) error {
	use, err := a.fromResults("hashing")
	if err != nil {
		return err
	}
	if use {
		rows, err := record.Read[record.HashingRow](a.Store, "hashing.csv")
		if err != nil {
			return err
		}
		for _, c := range found {
			if t, ok := readHash(rows, c.Entry.Name, advice.Wish.KeyBytes); ok {
				c.Timing = t
				advice.Ranked = append(advice.Ranked, c)
			} else {
				advice.Refused = append(advice.Refused, c.Entry.Name+": not timed in results at such a length")
			}
		}
		advice.Basis = "results of this machine (" + a.Machine + ")"
		if len(advice.Ranked) > 0 {
			return nil
		}
		if a.From == Results {
			return fmt.Errorf("%s has no timings of keys of %d bytes", a.Store.Result("hashing.csv"), advice.Wish.KeyBytes)
		}
	}
	return calibrateHashes(ctx, advice, found)
}

func calibrateHashes(ctx context.Context, advice *HashAdvice, found []HashCandidate) error {
	kernels, err := hashKernels(advice.Wish, found)
	if err != nil {
		return err
	}
	times, err := timeAll(ctx, kernels, kernelTurns)
	for i := range times {
		found[i].Timing = timed(times[i], "")
	}
	advice.Ranked = found
	advice.Basis = fmt.Sprintf("a calibration just now: %d functions side by side on %d keys of %s", len(found), kernels[0].Keys, plural(advice.Wish.KeyBytes, "byte"))
	return err
}

// hashKernels returns what hashes the same keys with each function.
func hashKernels(w HashWish, found []HashCandidate) ([]measure.Kernel, error) {
	count := max(16, min(callKeys, (1<<20)/w.KeyBytes))
	stream, err := keys.Fixed(max(8, w.KeyBytes), keySeed, uint64(count))
	if err != nil {
		return nil, err
	}
	all, dst := keys.All(stream), make([]uint64, count)
	for i := range all {
		all[i] = all[i][:w.KeyBytes]
	}
	kernels := make([]measure.Kernel, len(found))
	for i, c := range found {
		h, err := c.Entry.New(0)
		if err != nil {
			return nil, err
		}
		kernels[i] = measure.Kernel{Keys: count, Run: func() uint64 { h.Sum(dst, all); return dst[0] }}
	}
	return kernels, nil
}

// readHash reads the time off the results: at the length, or between the two lengths around it.
func readHash(rows []record.HashingRow, name string, length int) (Timing, bool) {
	var low, high *record.HashingRow
	for i, r := range rows {
		switch {
		case r.Hash != name || r.Form != "bytes" || !r.NsPerKey.Known():
		case r.KeyBytes <= length && (low == nil || r.KeyBytes > low.KeyBytes):
			low = &rows[i]
		case r.KeyBytes > length && (high == nil || r.KeyBytes < high.KeyBytes):
			high = &rows[i]
		}
	}
	if low == nil || high == nil && low.KeyBytes != length {
		return Timing{}, false
	}
	t := Timing{Ns: low.NsPerKey, Low: low.NsLow, High: low.NsHigh}
	if low.KeyBytes != length {
		part := float64(length-low.KeyBytes) / float64(high.KeyBytes-low.KeyBytes)
		t = mix(t, Timing{Ns: high.NsPerKey, Low: high.NsLow, High: high.NsHigh}, part)
		t.Note = fmt.Sprintf("between keys of %d and %d bytes", low.KeyBytes, high.KeyBytes)
	}
	return t, true
}

// Text writes the advice.
func (h *HashAdvice) Text(w io.Writer) error {
	var b strings.Builder
	best := h.Ranked[0]
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-13s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("hash", "%s: %s", best.Entry.Name, best.Entry.Doc)
	line("seed", "%s%s", best.Entry.Seeds, map[bool]string{true: "; draw it when the program starts and keep it secret"}[h.Wish.secret(best.Entry)])
	line("stable", "%t", best.Entry.Stable)
	line("a key", "%s of %s%s", best.Timing, plural(h.Wish.KeyBytes, "byte"), noted(best.Timing.Note))
	line("timings", "%s", h.Basis)
	if len(h.Ranked) > 1 {
		next := h.Ranked[1]
		line("runner-up", "%s: %s", next.Entry.Name, next.Timing)
	} else {
		line("runner-up", "none: nothing else does what is wished")
	}
	if !h.Judged {
		line("quality", "the results hold no verdicts: run `hashlab run quality`")
	}
	fmt.Fprintln(&b, "\nWhat speaks against others")
	for _, r := range h.Refused {
		fmt.Fprintf(&b, "  %s\n", r)
	}
	fmt.Fprintf(&b, "\n%s", best.Go(h.Wish))
	_, err := io.WriteString(w, b.String())
	return err
}
