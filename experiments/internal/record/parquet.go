package record

import (
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
)

// Parquet writes rows as a Parquet file. Columns take their names from the parquet tags of T; what may be
// unknown is a pointer there, since NaN is never written.
func Parquet[T any](w io.Writer, rows []T) error {
	if err := parquet.Write(w, rows); err != nil {
		return fmt.Errorf("record: %T: %w", *new(T), err)
	}
	return nil
}

// Pointer returns f for an optional column, nil where it is unknown.
func (f Float) Pointer() *float64 {
	if !f.Known() {
		return nil
	}
	v := float64(f)
	return &v
}
