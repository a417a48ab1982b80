package advise

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hashlab/experiments/internal/plan"
	"hashlab/impl/filter"
)

// Filter advises a filter for the wish. An error says that the wish is none, or that nothing could be timed.
func (a Adviser) Filter(ctx context.Context, w FilterWish) (*FilterAdvice, error) {
	if err := w.Check(); err != nil {
		return nil, err
	}
	hashName, err := a.filterHash(ctx, w)
	if err != nil {
		return nil, err
	}
	advice := &FilterAdvice{Wish: w}
	found, refused, err := candidates(ctx, hashName, w)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		if found, err = advice.nearest(ctx, hashName); err != nil {
			return nil, err
		}
	}
	advice.Refused = refused
	if err := a.timeFilters(ctx, advice, found); err != nil {
		return nil, err
	}
	return advice, advice.settle()
}

// settle makes the size of the first two exact, and goes on to the next where that is more than the memory.
func (f *FilterAdvice) settle() error {
	for i := 0; i < len(f.Ranked) && i < 2; i++ {
		c, err := f.Ranked[i].exact()
		if err != nil {
			return err
		}
		if f.Wish.Memory > 0 && c.Bytes > f.Wish.Memory {
			f.Refused = append(f.Refused, fmt.Sprintf("%s: takes %s", c.Entry.Name, size(c.Bytes)))
			f.Ranked = slices.Delete(f.Ranked, i, i+1)
			i--
			continue
		}
		f.Ranked[i] = c
	}
	if len(f.Ranked) == 0 {
		return fmt.Errorf("nothing fits %s: all came out larger than estimated, by less than 1 %%; ask for a little more", size(f.Wish.Memory))
	}
	return nil
}

// filterHash returns the hash function: that of the base, or the fastest that takes a secret.
func (a Adviser) filterHash(ctx context.Context, w FilterWish) (string, error) {
	if !w.Untrusted {
		return plan.BaseHash, nil
	}
	h, err := a.Hash(ctx, HashWish{KeyBytes: keyBytes, Untrusted: true, Stable: true})
	if err != nil {
		return "", err
	}
	return h.Ranked[0].Entry.Name, nil
}

// hashLevel returns the hash level that the filter takes beside those that the wish demands.
func hashLevel(e filter.Entry, hashName string, w FilterWish) string {
	if e.NewKeyed != nil && !w.Untrusted {
		return ""
	}
	return hashName
}

// candidates returns the filters that do what is wished at its target, and the others with what they lack.
func candidates(ctx context.Context, hashName string, w FilterWish) (found []Candidate, refused []string, err error) {
	for _, e := range filter.All() {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		why := lacks(e, w)
		if why == "" {
			c, err := sized(ctx, e, hashLevel(e, hashName, w), w, w.FPR)
			switch {
			case err != nil:
				why = err.Error()
			case c.FPR > w.FPR*(1+1e-9):
				why = fmt.Sprintf("has a rate of %s at its size for %v", digits(c.FPR), w.FPR)
			case w.Memory > 0 && c.Bytes > w.Memory:
				why = "takes " + size(c.Bytes)
			default:
				found = append(found, c)
			}
		}
		if why != "" {
			refused = append(refused, e.Name+": "+why)
		}
	}
	return found, refused, nil
}

// nearest changes the wish by as little as it takes, says so, and returns what meets it then.
func (f *FilterAdvice) nearest(ctx context.Context, hashName string) ([]Candidate, error) {
	var reasons []string
	for _, relax := range []struct {
		name string
		on   *bool
	}{{"", nil}, {"many threads", nil}, {"growing", &f.Wish.Growing}, {"deletion", &f.Wish.Delete}} {
		switch {
		case relax.name == "many threads" && f.Wish.Threads > 1:
			reasons = append(reasons, "no filter takes keys from many threads and does the rest: keep a lock around this one")
			f.Wish.Threads = 1
		case relax.on != nil && *relax.on:
			reasons = append(reasons, "no filter has "+relax.name+" and does the rest: "+relax.name+" is left out")
			*relax.on = false
		case relax.name != "":
			continue
		}
		if found, why, err := f.withinMemory(ctx, hashName); err != nil || len(found) > 0 {
			if why != "" {
				reasons = append(reasons, why)
			}
			f.Impossible = strings.Join(reasons, "; ")
			return found, err
		}
	}
	if f.Wish.Memory > 0 {
		return nil, fmt.Errorf("no registered filter that does the rest holds %d keys in %s and keeps out one absent key in ten", f.Wish.N, size(f.Wish.Memory))
	}
	return nil, fmt.Errorf("no registered filter comes near the wish %+v", f.Wish)
}

// refine returns the least target of three digits that some filter meets, between the one that is met and the one a tenth
// below, which is not: rates of filters of fixed fingerprints fall in steps, so the search is from below.
func (f *FilterAdvice) refine(ctx context.Context, hashName string, met float64, found []Candidate) ([]Candidate, float64, error) {
	w := f.Wish
	for target := roundUp(met / 1.1); target < met; target = roundUp(target * 1.0101) {
		w.FPR = target
		if better, _, err := candidates(ctx, hashName, w); err != nil || len(better) > 0 {
			return better, target, err
		}
	}
	return found, met, nil
}

// roundUp returns the least number of three digits that is not below x.
func roundUp(x float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(x))-2)
	rounded, err := strconv.ParseFloat(fmt.Sprintf("%.2e", math.Ceil(x/unit*(1-1e-12))*unit), 64)
	if err != nil {
		return x // a number in this form always parses
	}
	return rounded
}

// withinMemory returns what does all but the rate: as wished, or at the lowest rate that the memory has room for.
func (f *FilterAdvice) withinMemory(ctx context.Context, hashName string) ([]Candidate, string, error) {
	w := f.Wish
	found, _, err := candidates(ctx, hashName, w)
	if err != nil || len(found) > 0 {
		return found, "", err
	}
	free := w
	free.Memory = 0
	least := int64(math.MaxInt64)
	if roomy, _, err := candidates(ctx, hashName, free); err != nil {
		return nil, "", err
	} else {
		for _, c := range roomy {
			least = min(least, c.Bytes)
		}
	}
	for target := roundUp(w.FPR * 1.1); target < 0.9; target = roundUp(target * 1.1) {
		w.FPR = target
		if found, _, err = candidates(ctx, hashName, w); err != nil {
			return nil, "", err
		}
		if len(found) == 0 {
			continue
		}
		if found, target, err = f.refine(ctx, hashName, target, found); err != nil {
			return nil, "", err
		}
		why := fmt.Sprintf("no filter that does the rest meets fpr %s; the nearest that is possible is %s", digits(f.Wish.FPR), digits(target))
		if least < math.MaxInt64 {
			why = fmt.Sprintf("%d keys at fpr %s take %s at least, and %s is allowed; the nearest that is possible there is %s",
				w.N, digits(f.Wish.FPR), size(least), size(w.Memory), digits(target))
		}
		f.Wish.FPR = target
		return found, why, nil
	}
	return nil, "", nil
}
