package bloom

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// TestCases runs the defects that were found in public Bloom filters, by the number that the project's reference gives
// them. A case that cannot apply here says why.
func TestCases(t *testing.T) {
	seen := map[int]bool{}
	for _, c := range cases {
		if seen[c.number] || (c.run == nil) == (c.why == "") {
			t.Errorf("F%d stands here twice, or neither runs nor says why not", c.number)
		}
		seen[c.number] = true
		if c.run != nil {
			t.Run(fmt.Sprintf("F%d", c.number), c.run)
		}
	}
	for number := 1; number <= 80; number++ {
		if !seen[number] {
			t.Errorf("F%d is missing", number)
		}
	}
}

const (
	fingerprints = "of cuckoo filters: see package cuckoo"
	built        = "of filters that are built once: see package fuse"
	harness      = "of a harness: see the experiments"
)

var cases = []struct {
	number int
	run    func(*testing.T)
	why    string
}{
	{1, TestPlaceIsUniform, ""},
	{2, sizesFit(filter.Spec{N: 1e7, FPR: 1e-3}, 143_776_000), ""},
	{3, TestSizesBeyond32Bits, ""},
	{4, TestPlaceIsUniform, ""},
	{5, sizesFit(filter.Spec{N: 3.5e8, FPR: 0.01}, 3_357_500_000), ""},
	{6, TestDoubleRefusesWhatItCannotReach, ""},
	{7, refuses(filter.Spec{N: 4e8, M: 1 << 30, FPR: 0.001}), ""},
	{8, bulkIsSingle, ""},
	{9, nil, "hashes have 64 bits; what a 32-bit function adds is in the experiments"},
	{10, nil, "lengths are 64-bit numbers throughout: TestLoadRefuses of package filter forges them"},
	{11, nil, fingerprints},
	{12, emptySaysNo, ""},
	{13, probesAreFew, ""},
	{14, refuses(bad(0), bad(-1), bad(math.NaN()), bad(1.5), bad(1), bad(math.Inf(1)), filter.Spec{FPR: 0.01}), ""},
	{15, refuses(filter.Spec{FPR: 0.01}, bad(math.NaN()), bad(1.5)), ""},
	{16, emptyPayloadIsRefused, ""},
	{17, refuses(bad(1)), ""},
	{18, emptySaysNo, ""},
	{19, tinyMeetsTinyTarget, ""},
	{20, nil, "there is no filter of deletable regions"},
	{21, nil, "blocks are probed by remixing, without a stride: TestSchemesInABlock"},
	{22, nil, "the power-of-two variant remixes, without a stride: TestPositions"},
	{23, stridesKeepTheirRate, ""},
	{24, probesAreIndependent, ""},
	{25, probesAreIndependent, ""},
	{26, nil, "no filter hashes by FNV: the harness carries it as a known-bad function"},
	{27, nil, "halves of a 32-bit hash are not taken: only 64-bit ones reach a filter"},
	{28, TestPositions, ""},
	{29, nil, harness},
	{30, nil, "measured against exact theory in blocks: TestSchemesInABlock"},
	{31, nil, "probes come from one 64-bit hash, or from seeds of their own: TestIndependentProbes"},
	{32, TestShape, ""},
	{33, TestBestProbesIsBest, ""},
	{34, TestPow2Specs, ""},
	{35, TestSplitSpec, ""},
	{36, TestScalableKeepsItsTarget, ""},
	{37, TestScalableKeepsItsTarget, ""},
	{38, nil, fingerprints},
	{39, nil, fingerprints},
	{40, nil, "Add does not tell new keys from present ones, so it refuses none"},
	{41, fullGivesNoEstimate, ""},
	{42, nil, "a counting filter raises no flag: a full counter sticks, TestCounterSticks, and n is the caller's"},
	{43, estimateCountsKeys, ""},
	{44, nil, harness},
	{45, highBytes, ""},
	{46, TestStoredBytes, ""},
	{47, TestStoredBytes, ""},
	{48, seedIsStored, ""},
	{49, TestStoredBytes, ""},
	{50, nil, fingerprints},
	{51, TestCounterSticks, ""},
	{52, TestCounterSticks, ""},
	{53, TestCounterSticks, ""},
	{54, plainFiltersDoNotRemove, ""},
	{55, TestCountingAgainstMultiset, ""},
	{56, nil, built},
	{57, nil, "the hash function of a joined filter cannot be replaced"},
	{58, TestConcurrentLosesNoAdd, ""},
	{59, nil, "look-ups share nothing: concurrent-lookups of the suite, under the race detector"},
	{60, nil, "no filter lives in memory that is shared with others"},
	{61, nil, built},
	{62, nil, built},
	{63, nil, built},
	{64, nil, built},
	{65, nil, "lies-are-cheap of the suite, for every filter"},
	{66, nil, "lies-are-cheap of the suite, for every filter"},
	{67, nil, "lies-are-cheap of the suite, for every filter"},
	{68, nil, "no number of the stored form has a variable length"},
	{69, nil, "a filter is stored in one piece"},
	{70, trailingBytesStay, ""},
	{71, inconsistentHeaders, ""},
	{72, nil, "there is no JSON form"},
	{73, nil, "Load makes the filter: there is no reading into a zero value"},
	{74, unionsRefuse, ""},
	{75, unionsRefuse, ""},
	{76, unionTellsOfOverload, ""},
	{77, nil, "there is no JSON form"},
	{78, nilIsEmpty, ""},
	{79, TestStoredWithSecretSeed, ""},
	{80, nil, fingerprints},
}

func bad(fpr float64) filter.Spec {
	if fpr == 0 {
		return filter.Spec{N: 1000} // a rate of 0 is one that is not given
	}
	return filter.Spec{N: 1000, FPR: fpr}
}

func onHashes(t *testing.T, use func(t *testing.T, e filter.Entry)) {
	for _, e := range filter.All() {
		if e.New != nil {
			t.Run(e.Name, func(t *testing.T) { use(t, e) })
		}
	}
}

func made(t *testing.T, e filter.Entry, s filter.Spec) filter.Mutable {
	t.Helper()
	f, err := e.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func hashes(first, n uint64) []uint64 {
	hs := make([]uint64, n)
	for i := range hs {
		hs[i] = hash.Fmix64(first + uint64(i) + 1)
	}
	return hs
}

func sizesFit(s filter.Spec, m uint64) func(*testing.T) {
	return func(t *testing.T) {
		if p, err := classicParams(s); err != nil || p.M < m || p.M > m+m/1000 {
			t.Errorf("%+v: got %+v, %v; want m = %d", s, p, err, m)
		}
	}
}

func refuses(specs ...filter.Spec) func(*testing.T) {
	return func(t *testing.T) {
		onHashes(t, func(t *testing.T, e filter.Entry) {
			for _, s := range specs {
				if f, err := e.New(s); f != nil || !errors.Is(err, filter.ErrSpec) {
					t.Errorf("%+v: got %v, %v; want an error that wraps ErrSpec", s, f, err)
				}
			}
		})
	}
}

func bulkIsSingle(t *testing.T) {
	onHashes(t, func(t *testing.T, e filter.Entry) {
		bulk, single := made(t, e, filter.Spec{N: 5000, FPR: 0.01}), made(t, e, filter.Spec{N: 5000, FPR: 0.01})
		bulk.AddAll(hashes(0, 5000))
		for _, h := range hashes(0, 5000) {
			single.Add(h)
		}
		var a, b bytes.Buffer
		errA, errB := bulk.(filter.Storable).WritePayload(&a), single.(filter.Storable).WritePayload(&b)
		if errA != nil || errB != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("AddAll and Add leave different bits, %v, %v", errA, errB)
		}
	})
}

func emptySaysNo(t *testing.T) {
	onHashes(t, func(t *testing.T, e filter.Entry) {
		if got := made(t, e, filter.Spec{N: 1, FPR: 0.5}).Count(hashes(0, 1000)); got != 0 {
			t.Errorf("an empty filter finds %d of 1000", got)
		}
	})
}

func probesAreFew(t *testing.T) {
	onHashes(t, func(t *testing.T, e filter.Entry) {
		for _, s := range []filter.Spec{{N: 1, FPR: 1e-9}, {N: 1, FPR: 0.5}, {N: 1, M: 1 << 20}, {M: 512, K: 64}} {
			f, err := e.New(s)
			if err == nil && (f.Params().K < 1 || f.Params().K > filter.MaxK) || err != nil && !errors.Is(err, filter.ErrSpec) {
				t.Errorf("%+v: got %v, %v; want k in 1 … 64", s, f, err)
			}
		}
	})
}

// One key at a target of 1e-9: of two million absent keys none is found but with a probability of 0.002 at the exact
// rate; three or more come with a probability below 2e-9.
func tinyMeetsTinyTarget(t *testing.T) {
	for _, name := range []string{"bloom-classic", "bloom-partitioned", "bloom-blocked-512", "bloom-register-64", "bloom-split-256"} {
		e, err := filter.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		f := made(t, e, filter.Spec{N: 1, FPR: 1e-9})
		f.Add(hash.Fmix64(1))
		if got := f.Count(hashes(1, 2_000_000)); got > 2 {
			t.Errorf("%s, %+v: %d of 2000000 absent keys are found", name, f.Params(), got)
		}
	}
}
