package report

import (
	"fmt"

	"hashlab/experiments/internal/record"
)

// shownLengths are the key lengths of the table, in bytes.
var shownLengths = []int{8, 16, 64, 1024}

func hashingSection(s record.Store) (section, bool, error) {
	rows, err := record.Read[record.HashingRow](s, "hashing.csv")
	if err != nil || len(rows) == 0 {
		return section{}, false, err
	}
	t := table{
		Caption: "Hashing a []byte key: ns a key (95 % interval), and how many times as long as `" + baseHash + "` in the same run.",
		Header:  []string{"hash"},
	}
	for _, length := range shownLengths {
		t.Header = append(t.Header, fmt.Sprintf("%d bytes", length), "÷ "+baseHash)
	}
	at := map[string]record.HashingRow{}
	names := map[string]bool{}
	for _, r := range rows {
		if r.Form == "bytes" {
			at[fmt.Sprint(r.Hash, r.KeyBytes)] = r
			names[r.Hash] = true
		}
	}
	for _, name := range sortedNames(names) {
		cells := []string{name}
		for _, length := range shownLengths {
			r, ok := at[fmt.Sprint(name, length)]
			if !ok {
				cells = append(cells, unknown, unknown)
				continue
			}
			base := at[fmt.Sprint(baseHash, length)]
			cells = append(cells, within(r.NsPerKey, r.NsLow, r.NsHigh, 3), digits(r.NsPerKey/base.NsPerKey, 2))
		}
		t.add(cells...)
	}
	return section{
		Title:  "Hashing",
		Design: "Random keys of one length, in batches through each function's own bulk loop; all functions and lengths take turns in blocks of random order. Keys lie in the cache.",
		Tables: []table{t},
		Limits: "Speed only: how a weak function shows is in fpr and balance.",
	}, true, nil
}
