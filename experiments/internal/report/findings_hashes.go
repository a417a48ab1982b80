package report

import (
	"fmt"
	"strings"

	"hashlab/experiments/internal/record"
)

// remixingHides: a filter that remixes the hash hides a fault which one that does not shows.
func remixingHides(e evidence) string {
	worst, hidden := record.FPRRow{Ratio: record.Unknown}, record.Unknown
	for _, r := range e.fpr {
		if r.Sizing == "m,k" && r.Filter == "bloom-classic-double" && r.Hash == "fnv1a-64" && r.RatioLow > 1.5 && (!worst.Ratio.Known() || r.Ratio > worst.Ratio) {
			worst = r
		}
	}
	for _, r := range e.fpr {
		if r.Sizing == "m,k" && r.Filter == "bloom-classic" && r.Hash == "fnv1a-64" && r.KeyClass == worst.KeyClass {
			hidden = r.Ratio
		}
	}
	if !known(worst.Ratio, hidden) || hidden > 1.1 {
		return ""
	}
	return fmt.Sprintf("**How a filter derives its probes decides whether FNV-1a is good enough.** On `%s` keys it gives %s times the theoretical rate when its halves are used as they come, and %s times when the filter remixes it.",
		worst.KeyClass, digits(worst.Ratio, 3), digits(hidden, 3))
}

// seedsDoNotHelp: random seeds do not save functions whose collisions hold under every seed.
func seedsDoNotHelp(e evidence) string {
	broken := map[string]bool{}
	var worst record.QualityAttackRow
	for _, r := range e.attacks {
		if r.HashSeed == secretSeed && r.N > 2 && !r.Keyed && r.FPR > 0.5 && strings.Contains(e.hashes[r.Hash].seeds, "-bit") {
			broken[r.Hash] = true
			if r.FPR > worst.FPR {
				worst = r
			}
		}
	}
	if len(broken) == 0 {
		return ""
	}
	return fmt.Sprintf("**A secret seed does not make a fast hash safe.** For %d seeded functions (`%s`) keys exist that collide under every seed: a filter then passes up to %s of the absent ones. A keyed function is what helps.",
		len(broken), strings.Join(sortedNames(broken), "`, `"), percent(worst.FPR, 3))
}

// cryptographicCost: what a cryptographic hash costs over one that does as well here.
func cryptographicCost(e evidence) string {
	ns := map[string]record.Float{}
	for _, r := range e.hashing {
		if r.Form == "bytes" && r.KeyBytes == shortKey {
			ns[r.Hash] = r.NsPerKey
		}
	}
	good, strong := ns[baseHash], ns["sha256"]
	if good == 0 || strong < 5*good {
		return ""
	}
	for _, name := range []string{baseHash, "sha256"} {
		if v := e.hashes[name].verdict; v == nil || v.Tests != "" {
			return ""
		}
	}
	return fmt.Sprintf("**SHA-256 buys a filter nothing against chance.** `%s` passes the same tests at %s ns for %d bytes, `sha256` takes %s ns, %s times as long.",
		baseHash, digits(good, 3), shortKey, digits(strong, 3), digits(strong/good, 2))
}

// labelShares returns the spread of arc shares on the default labels, by hash function.
func labelShares(rows []record.BalanceRow) map[string]record.BalanceRow {
	shares := map[string]record.BalanceRow{}
	for _, r := range rows {
		if r.Locator == baseLocator && r.Labels == baseLabels && r.Keys == 0 && r.Nodes == baseNodes && r.Vnodes == baseVnodes {
			shares[r.Hash] = r
		}
	}
	return shares
}

// fnvLabels: vnodes buy nothing where the hash does not scatter their labels.
func fnvLabels(e evidence) string {
	shares := labelShares(e.balance)
	bad, ok := shares[weakHash]
	mixed, okMixed := shares[weakHash+"-mixed"]
	if !ok || !okMixed || bad.WithinGate != "no" || mixed.WithinGate != "yes" {
		return ""
	}
	few := record.Unknown
	for _, r := range ringArcs(e.balance, baseNodes) {
		if r.CVTheory >= bad.CV {
			few = record.Float(r.Vnodes)
		}
	}
	text := fmt.Sprintf("**FNV-1a on vnode labels throws most vnodes away.** With %d vnodes its shares spread by a cv of %s, %s times what theory has", baseVnodes, digits(bad.CV, 3), digits(bad.CV/bad.CVTheory, 2))
	if few.Known() {
		text += fmt.Sprintf(", as uneven as some %s good ones would be", digits(few, 1))
	}
	return text + "; MurmurHash3's finaliser, which mends it, is two multiplications and three shifts."
}

// crcTooEven: a checksum is no random function either, though less visibly.
func crcTooEven(e evidence) string {
	r, ok := labelShares(e.balance)["crc32c-left"]
	if !ok || r.WithinGate != "no" {
		return ""
	}
	return fmt.Sprintf("**A checksum is no hash for a ring.** `crc32c-left`, whose labels differ in few bytes, spreads the shares by a cv of %s where theory has %s.", digits(r.CV, 3), digits(r.CVTheory, 3))
}
