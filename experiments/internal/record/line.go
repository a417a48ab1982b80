package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// EncodeLine returns the line of a journal that holds p: eight hexadecimal digits of the CRC-32C of the JSON
// that follows, and a line feed.
func EncodeLine(p Point) ([]byte, error) {
	text, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("record: point %v: %w", p.Key, err)
	}
	return fmt.Appendf(nil, "%08x %s\n", crc32.Checksum(text, castagnoli), text), nil
}

// DecodeLine reads a line of a journal, its line feed apart.
func DecodeLine(line []byte) (Point, error) {
	var p Point
	if len(line) < 9 || line[8] != ' ' {
		return p, errors.New("it is not a journal line")
	}
	text := line[9:]
	if want := fmt.Sprintf("%08x", crc32.Checksum(text, castagnoli)); string(line[:8]) != want {
		return p, fmt.Errorf("its checksum is %s, not %s", line[:8], want)
	}
	return p, json.Unmarshal(text, &p)
}
