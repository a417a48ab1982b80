package record

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"

	"github.com/jszwec/csvutil"
)

// schemas are the row types of the result files, by name. The columns of a file are the csv tags of its
// type, in order; a later version of the schema adds columns at the end and takes none away.
var schemas = map[string]func(text []byte) (rows int, err error){
	"fpr.csv": fits[FPRRow], "fpr_points.csv": fits[FPRPoint], "fpr_random.csv": fits[FPRRow],
	"fpr_tests.csv": fits[FPRTest], "fpr_overflow.csv": fits[FPROverflowRow],
	"memory.csv": fits[MemoryRow], "memory_heap.csv": fits[HeapRow],
	"balance.csv": fits[BalanceRow], "balance_points.csv": fits[BalancePoint],
	"remap.csv": fits[RemapRow], "remap_points.csv": fits[RemapPoint],
	"hashing.csv": fits[HashingRow], "hashing_points.csv": fits[HashingPoint], "hashing_costs.csv": fits[HashingCost],
	"hashing_noise.csv": fits[HashingNoiseRow],
	"quality.csv":       fits[QualityRow], "quality_verdicts.csv": fits[QualityVerdict], "quality_points.csv": fits[QualityPoint],
	"quality_attack.csv": fits[QualityAttackRow], "quality_pollution.csv": fits[QualityPollutionRow],
	"quality_pollution_steps.csv": fits[QualityStepRow], "quality_pollution_points.csv": fits[QualityStep],
	"quality_random.csv": fits[QualityRow], "quality_random_verdicts.csv": fits[QualityVerdict], "quality_random_attack.csv": fits[QualityAttackRow],
	"signup.csv": fits[SignupRow], "signup_points.csv": fits[SignupPoint], "signup_times.csv": fits[SignupTimes],
	"signup_noise.csv": fits[SignupNoiseRow], "signup_postgres_noise.csv": fits[SignupNoiseRow],
	"signup_postgres.csv": fits[SignupRow], "signup_postgres_points.csv": fits[SignupPoint], "signup_postgres_times.csv": fits[SignupTimes],
	"cachetier.csv": fits[CachetierRow], "cachetier_points.csv": fits[CachetierPoint], "cachetier_series.csv": fits[CachetierStep],
	"cachetier_shares.csv": fits[CachetierShare], "cachetier_servers_shares.csv": fits[CachetierShare],
	"cachetier_servers.csv": fits[CachetierRow], "cachetier_servers_points.csv": fits[CachetierPoint], "cachetier_servers_series.csv": fits[CachetierStep],
	"throughput.csv": fits[ThroughputRow], "throughput_points.csv": fits[ThroughputPoint],
	"throughput_noise.csv": fits[NoiseRow], "throughput_equal.csv": fits[EqualRow], "throughput_concurrency.csv": fits[ConcurrencyRow],
	"throughput_beside.csv": fits[BesideRow],
	BarsFile:                fits[BarRow],
	"checks.csv":            fits[CheckRow], "implementations.csv": fits[ImplementationRow],
}

// HasSchema reports whether the result file called name has a schema.
func HasSchema(name string) bool { return schemas[name] != nil }

// CheckSchema checks the text of the result file called name against its schema and returns how many rows
// it has. A column that is missing, out of order or unknown, a cell that does not read, and NaN or an
// infinity anywhere are errors.
func CheckSchema(name string, text []byte) (rows int, err error) {
	check, ok := schemas[name]
	if !ok {
		return 0, fmt.Errorf("%s: no result file of that name is known", name)
	}
	if rows, err = check(text); err != nil {
		return rows, fmt.Errorf("%s: %w", name, err)
	}
	return rows, nil
}

func fits[T any](text []byte) (rows int, err error) {
	want, err := csvutil.Header(*new(T), "csv")
	if err != nil {
		return 0, err
	}
	cells, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	switch {
	case err != nil:
		return 0, err
	case len(cells) == 0:
		return 0, fmt.Errorf("it is empty: not even the header is there")
	case !slices.Equal(cells[0], want):
		return 0, fmt.Errorf("its columns are %s, the schema's %s", strings.Join(cells[0], ","), strings.Join(want, ","))
	}
	for i, row := range cells[1:] {
		for j, cell := range row {
			switch strings.ToLower(strings.TrimLeft(cell, "+-")) {
			case "nan", "inf", "infinity":
				return 0, fmt.Errorf("row %d: %s = %s is not a number", i+1, want[j], cell)
			}
		}
	}
	_, err = Decode[T](text)
	return len(cells) - 1, err
}
