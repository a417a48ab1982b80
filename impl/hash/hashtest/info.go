package hashtest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"hashlab/impl/hash"
)

// infoComplete holds that nothing which a reader or the other checks rely on is missing or contradicts
// itself, and that the function shows the same description as its entry.
func infoComplete(e hash.Entry) error {
	i := e.Info
	perProcess := i.Seeds == hash.SeedPerProcess
	allSeeds := []hash.Seeds{hash.NoSeed, hash.Seed32, hash.Seed64, hash.SeedKey128, hash.SeedPerProcess}
	for _, demand := range []struct {
		met  bool
		text string
	}{
		{i.Name != "", "the name is missing"},
		{i.Doc != "" && !strings.Contains(i.Doc, "\n"), fmt.Sprintf("doc %q is not one line", i.Doc)},
		{i.Source != "", "the source is missing"},
		{(i.Module == "") == (i.Licence == ""), fmt.Sprintf("module %q and licence %q: give both or neither", i.Module, i.Licence)},
		{i.Bits == 32 || i.Bits == 64, fmt.Sprintf("width %d is neither 32 nor 64 bits", i.Bits)},
		{(i.Bits == 32) == (e.Narrow != nil), fmt.Sprintf("width %d: a 32-bit function, and no other, has its narrow form", i.Bits)},
		{slices.Contains(allSeeds, i.Seeds), fmt.Sprintf("kind of seed %q is unknown", i.Seeds)},
		{i.Stable != perProcess, fmt.Sprintf("stable is %v with seeds %q", i.Stable, i.Seeds)},
		{i.Traits.Random == perProcess, fmt.Sprintf("trait random is %v with seeds %q", i.Traits.Random, i.Seeds)},
		{i.Code == 0 || !perProcess, fmt.Sprintf("verification code %#08x with seeds %q", i.Code, i.Seeds)},
		{(i.Pinned == 0) == perProcess, fmt.Sprintf("pinned answer %#x with seeds %q", i.Pinned, i.Seeds)},
		{!i.Traits.Forgets, "trait forgets does not apply to hashes"},
	} {
		if !demand.met {
			return fmt.Errorf("%s", demand.text)
		}
	}
	return eachSeed(e, func(h hash.Hash) error {
		if got := h.Info(); !reflect.DeepEqual(got, i) {
			return fmt.Errorf("the function describes itself as %+v, its entry as %+v", got, i)
		}
		return nil
	})
}
