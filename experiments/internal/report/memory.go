package report

import (
	"fmt"

	"hashlab/experiments/internal/record"
)

func memorySection(s record.Store) (section, bool, error) {
	rows, err := record.Read[record.MemoryRow](s, "memory.csv")
	if err != nil || len(rows) == 0 {
		return section{}, false, err
	}
	heaps, err := record.Read[record.HeapRow](s, "memory_heap.csv")
	if err != nil {
		return section{}, false, err
	}
	heap := heapBytes(heaps)
	filters := filtersTable(rows, heap)
	sec := section{
		Title:  "Memory",
		Design: "Every filter over targets and numbers of keys, every locator over nodes and vnodes. The bound is log2(1/fpr) bits a key, which no filter can go below.",
		Small:  filters,
		Reading: "*Over the bound* compares a filter with the least that any could take for the rate that it has by theory, which a fixed fingerprint width may make smaller than the target. " +
			"*Bytes* is the structure's own account; *heap bytes* is what the heap grew by, allocator's rounding included. A filter that grows takes its space in steps, so that one size of it says little; the answers have the mean over seeds.",
		Tables:   []table{filters},
		Findings: append(leastSpace(rows), building(heaps)...),
		Limits:   "Bytes are of the structure alone, without the keys or hashes that it is made from. Space that an allocator rounds up to is in the heap's growth and not in the filter's own account.",
	}
	if t, ok := equalTable(rows); ok {
		sec.Tables = append(sec.Tables, t)
	}
	if t, ok := buildTable(heaps); ok {
		sec.Tables = append(sec.Tables, t)
	}
	sec.Tables = append(sec.Tables, locatorsTable(rows, heap))
	return sec, true, nil
}

// heapBytes returns how the heap grew, by memoryKey.
func heapBytes(heaps []record.HeapRow) map[string]int64 {
	heap := map[string]int64{}
	for _, h := range heaps {
		heap[memoryKey(h.Impl, h.N, h.TargetFPR, h.Nodes, h.Vnodes)] = h.HeapBytes
	}
	return heap
}

// memoryKey names what was built.
func memoryKey(impl string, n uint64, target record.Float, nodes, vnodes int) string {
	return fmt.Sprint(impl, n, target, nodes, vnodes)
}

// sizedAlike reports whether a row is of a filter of the base's size and a target of one per cent.
func sizedAlike(r record.MemoryRow) bool {
	return r.Kind == "filter" && r.N == baseN && r.TargetFPR == 0.01
}

func filtersTable(rows []record.MemoryRow, heap map[string]int64) table {
	t := table{
		Caption: fmt.Sprintf("Filters sized for %s keys at a target of 0.01: bits a key, the least that any filter could take for the same rate, and bytes by the filter's own account and as the heap grew.", count(baseN)),
		Header:  []string{"filter", "bits a key", "bound", "over the bound", "bytes", "heap bytes"},
	}
	for _, r := range rows {
		if sizedAlike(r) {
			t.add(r.Impl, digits(r.BitsPerKey, 4), digits(r.BoundBitsPerKey, 4), digits(r.BitsPerKey/r.BoundBitsPerKey, 3), fmt.Sprint(r.ModelBytes),
				fmt.Sprint(heap[memoryKey(r.Impl, r.N, r.TargetFPR, r.Nodes, r.Vnodes)]))
		}
	}
	return t
}

func locatorsTable(rows []record.MemoryRow, heap map[string]int64) table {
	t := table{
		Caption: "Locators at their default number of vnodes, 100 nodes: bytes by the locator's own account and as the heap grew.",
		Header:  []string{"locator", "vnodes", "bytes", "heap bytes"},
	}
	for _, r := range rows {
		if r.Kind == "locator" && r.Nodes == baseNodes && (r.Vnodes == 0 || r.Vnodes == defaultVnodes(rows, r.Impl)) {
			t.add(r.Impl, fmt.Sprint(r.Vnodes), fmt.Sprint(r.ModelBytes), fmt.Sprint(heap[memoryKey(r.Impl, r.N, r.TargetFPR, r.Nodes, r.Vnodes)]))
		}
	}
	return t
}

// leastSpace names the filter that takes the least of those that meet the target.
func leastSpace(rows []record.MemoryRow) []string {
	cheapest := record.MemoryRow{BitsPerKey: record.Unknown}
	for _, r := range rows {
		if sizedAlike(r) && r.FPRTheory <= r.TargetFPR && (!cheapest.BitsPerKey.Known() || r.BitsPerKey < cheapest.BitsPerKey) {
			cheapest = r
		}
	}
	if !cheapest.BitsPerKey.Known() {
		return nil
	}
	return []string{fmt.Sprintf("Of the filters that meet 0.01 at n = %s, `%s` takes the least: %s bits a key, %s times the bound.",
		count(baseN), cheapest.Impl, digits(cheapest.BitsPerKey, 4), digits(cheapest.BitsPerKey/cheapest.BoundBitsPerKey, 4))}
}

// defaultVnodes returns the number of vnodes that most node counts were measured at.
func defaultVnodes(rows []record.MemoryRow, locator string) int {
	for _, r := range rows {
		if r.Impl == locator && r.Nodes == 10 {
			return r.Vnodes
		}
	}
	return 0
}
