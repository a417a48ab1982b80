package record

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
	"github.com/jszwec/csvutil"
)

// Files are the contents of result files by name.
type Files map[string][]byte

// Encode returns rows as CSV with a header: the columns of T, in the order of its fields. No rows give the
// header alone.
func Encode[T any](rows []T) ([]byte, error) {
	if rows == nil {
		rows = []T{}
	}
	text, err := csvutil.Marshal(rows)
	if err != nil {
		return nil, fmt.Errorf("record: %T: %w", *new(T), err)
	}
	if len(rows) == 0 {
		header, err := csvutil.Header(*new(T), "csv")
		if err != nil {
			return nil, fmt.Errorf("record: %T: %w", *new(T), err)
		}
		return append([]byte(join(header)), '\n'), nil
	}
	return text, nil
}

func join(header []string) string {
	line := ""
	for i, name := range header {
		if i > 0 {
			line += ","
		}
		line += name
	}
	return line
}

// Decode reads rows from CSV. Columns that T lacks are ignored.
func Decode[T any](text []byte) ([]T, error) {
	var rows []T
	if err := csvutil.Unmarshal(text, &rows); err != nil {
		return nil, fmt.Errorf("record: %T: %w", *new(T), err)
	}
	return rows, nil
}

// Read decodes the result file name of the store. A file that is not there gives no rows, and neither does
// the zero Store.
func Read[T any](s Store, name string) ([]T, error) {
	if s.Root == "" {
		return nil, nil
	}
	text, err := os.ReadFile(s.Result(name))
	if errors.Is(err, fs.ErrNotExist) || len(text) == 0 && err == nil {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrStore, err)
	}
	rows, err := Decode[T](text)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrStore, s.Result(name), err)
	}
	return rows, nil
}

// WriteFile puts text at path by way of a temporary file in the same folder, so that the old content or
// the new one is there at any time, never a part.
func WriteFile(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("%w: %w", ErrStore, err)
	}
	err := renameio.WriteFile(path, text, 0o644, renameio.WithExistingPermissions(), renameio.WithTempDir(filepath.Dir(path)))
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrStore, path, err)
	}
	return nil
}
