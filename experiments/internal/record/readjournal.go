package record

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// ReadJournal returns the points of the journal at path by the ID of their key, and notes about lines that
// could not be read. It takes no lock and changes nothing. A journal that is not there gives no points.
func ReadJournal(path string) (points map[string]Point, notes []string, err error) {
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%w: %w", ErrStore, err)
	}
	points = map[string]Point{}
	for number, line := range bytes.Split(data, []byte("\n")) {
		if len(line) == 0 {
			continue
		}
		p, err := DecodeLine(line)
		if err != nil {
			notes = append(notes, fmt.Sprintf("%s: line %d: %v", path, number+1, err))
			continue
		}
		points[p.Key.ID()] = p
	}
	return points, notes, nil
}
