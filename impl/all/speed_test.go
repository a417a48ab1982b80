package all_test

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/FastFilter/xorfilter"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// The benchmarks of this file time contenders in turns, on the same queries, and report for each the median
// time per key and, for each but the first, the median over the rounds of its time divided by the first one's.
// A round is short beside what disturbs a machine, so that the ratios hold where the times do not:
//
//	go test -run '^$' -bench Speed -benchtime 100x ./impl/all

// A contender handles queries, a batch at a time.
type contender struct {
	name string
	run  func(hs []uint64) int
}

const (
	poolSize = 1 << 21 // queries: no cache but the last holds what they ask for
	segment  = 1 << 12 // queries of a turn
	batch    = 4096    // queries of a call
)

var result int

// race times contenders in turns, b.N rounds of them.
func race(b *testing.B, pool []uint64, contenders ...contender) {
	times := make([][]float64, len(contenders))
	at := 0
	for round := range b.N {
		for j := range contenders {
			who := (j + round) % len(contenders)
			hs := pool[at : at+segment]
			at = (at + segment) % len(pool)
			start := time.Now()
			for len(hs) > 0 {
				result += contenders[who].run(hs[:batch])
				hs = hs[batch:]
			}
			times[who] = append(times[who], float64(time.Since(start).Nanoseconds())/segment)
		}
	}
	for who, c := range contenders {
		b.ReportMetric(median(times[who]), "ns-"+c.name)
		if who == 0 {
			continue
		}
		ratios := make([]float64, b.N)
		for i := range ratios {
			ratios[i] = times[who][i] / times[0][i]
		}
		b.ReportMetric(median(ratios), "x-"+c.name)
	}
	b.ReportMetric(0, "ns/op")
}

func median(xs []float64) float64 {
	xs = slices.Sorted(slices.Values(xs))
	return xs[len(xs)/2]
}

// present and absent are hashes that are added and that are not.
func present(i uint64) uint64 { return hash.Fmix64(i + 1) }
func absent(i uint64) uint64  { return hash.Fmix64(i + 1<<40) }

// queries returns a pool of which the share hit is present among n.
func queries(n uint64, hit float64) []uint64 {
	pool := make([]uint64, poolSize)
	for i := range pool {
		r := hash.Fmix64(uint64(i) + 1<<50)
		if float64(r>>40)/(1<<24) < hit {
			pool[i] = present(hash.Fmix64(r) % n)
		} else {
			pool[i] = absent(r % (1 << 38))
		}
	}
	return pool
}

// built returns the filter called name that holds n hashes.
func built(b *testing.B, name string, spec filter.Spec) filter.Filter {
	e, err := filter.Find(name)
	if err != nil {
		b.Fatal(err)
	}
	if e.Build != nil {
		hs := make([]uint64, spec.N)
		for i := range hs {
			hs[i] = present(uint64(i))
		}
		f, err := e.Build(spec, hs)
		if err != nil {
			b.Fatal(err)
		}
		return f
	}
	f, err := e.New(spec)
	if err != nil {
		b.Fatal(err)
	}
	hs := make([]uint64, batch)
	for i := uint64(0); i < spec.N; i += batch {
		m := min(batch, spec.N-i)
		for j := range m {
			hs[j] = present(i + j)
		}
		f.AddAll(hs[:m])
	}
	return f
}

func single(name string, f filter.Filter) contender {
	return contender{name, func(hs []uint64) int {
		count := 0
		for _, h := range hs {
			if f.Contains(h) {
				count++
			}
		}
		return count
	}}
}

func counting(name string, f filter.Filter) contender { return contender{name, f.Count} }

func BenchmarkSpeedSplit(b *testing.B) {
	for _, n := range []uint64{1e4, 1e6, 1e7, 1e8} {
		b.Run(fmt.Sprintf("n=%g", float64(n)), func(b *testing.B) {
			ours := built(b, "bloom-split-256", filter.Spec{N: n, FPR: 0.01})
			theirs := built(b, "x-parquet-split", filter.Spec{N: n, M: ours.Params().M})
			race(b, queries(n, 0.5), counting("ours", ours), counting("parquet", theirs),
				single("ours-single", ours), single("parquet-single", theirs))
		})
	}
}

func BenchmarkSpeedKeyed(b *testing.B) {
	e, err := hash.Find("xxh3")
	if err != nil {
		b.Fatal(err)
	}
	h, err := e.New(0)
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []uint64{1e6, 3e7} {
		for _, hit := range []float64{0, 0.5, 1} {
			b.Run(fmt.Sprintf("n=%g/hit=%g", float64(n), hit), func(b *testing.B) {
				var fs []contender
				pool := queries(n, hit)
				keyOf := func(h uint64) []byte {
					return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, h), hash.Fmix64(h))
				}
				flat := make([]byte, 0, 16*poolSize)
				keys := make([][]byte, poolSize)
				for i, q := range pool {
					flat = append(flat, keyOf(q)...)
					keys[i] = flat[16*i : 16*i+16 : 16*i+16]
				}
				m, k := uint64(0), 0
				for _, name := range []string{"bloom-split-256", "bloom-classic", "x-bits-and-blooms"} {
					e, err := filter.Find(name)
					if err != nil {
						b.Fatal(err)
					}
					spec := filter.Spec{N: n, FPR: 0.01}
					hs := h
					if name == "x-bits-and-blooms" {
						spec, hs = filter.Spec{N: n, M: m, K: k}, nil
					}
					f, err := e.Keyed(spec, hs)
					if err != nil {
						b.Fatal(err)
					}
					if name == "bloom-classic" {
						m, k = f.Params().M, f.Params().K
					}
					chunk := make([][]byte, 0, batch)
					var at uint64
					add := func() {
						f.AddAll(chunk)
						chunk = chunk[:0]
					}
					for at = range n {
						chunk = append(chunk, keyOf(present(at)))
						if len(chunk) == batch {
							add()
						}
					}
					add()
					i := 0
					fs = append(fs, contender{name, func(hs []uint64) int {
						count := f.Count(keys[i : i+len(hs)])
						i = (i + len(hs)) % len(keys)
						return count
					}})
				}
				race(b, pool, fs...)
			})
		}
	}
}

func BenchmarkSpeedFuse(b *testing.B) {
	for _, n := range []uint64{1e5, 1e6, 1e7} {
		b.Run(fmt.Sprintf("n=%g", float64(n)), func(b *testing.B) {
			ours := built(b, "fuse-8", filter.Spec{N: n})
			theirs := built(b, "x-xorfilter-fuse8", filter.Spec{N: n})
			race(b, queries(n, 0.5), counting("ours", ours), counting("xorfilter", theirs),
				single("ours-single", ours), single("xorfilter-single", theirs))
		})
	}
}

// BenchmarkSpeedFuseBuild times building, and counts the bytes that it allocates, of the library itself: our adapter
// copies the keys.
func BenchmarkSpeedFuseBuild(b *testing.B) {
	e, err := filter.Find("fuse-8")
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{1e4, 1e5, 1e6} {
		b.Run(fmt.Sprintf("n=%g", float64(n)), func(b *testing.B) {
			hs := make([]uint64, n)
			for i := range hs {
				hs[i] = present(uint64(i))
			}
			builds := []func() error{
				func() error { _, err := e.Build(filter.Spec{N: uint64(n)}, hs); return err },
				func() error { _, err := xorfilter.PopulateBinaryFuse8(hs); return err },
			}
			var times, bytes [2][]float64
			for range b.N {
				for who, build := range builds {
					runtime.GC()
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					start := time.Now()
					if err := build(); err != nil {
						b.Fatal(err)
					}
					times[who] = append(times[who], float64(time.Since(start).Nanoseconds())/float64(n))
					runtime.ReadMemStats(&after)
					bytes[who] = append(bytes[who], float64(after.TotalAlloc-before.TotalAlloc)/float64(n))
				}
			}
			for who, name := range []string{"ours", "xorfilter"} {
				b.ReportMetric(median(times[who]), "ns-"+name)
				b.ReportMetric(slices.Min(times[who]), "least-ns-"+name)
				b.ReportMetric(median(bytes[who]), "bytes-"+name)
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}
