package keys

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// maxLine is how long a line of a user's file may be, in bytes, its end apart.
const maxLine = 1 << 20

// eachLine calls do with every line of a file and its number, from 1 on. The file may be packed with gzip,
// which its first two bytes tell; lines end in LF or CRLF, the last one also without. The line lives until
// do returns, and an error of do ends the reading. Errors name the path, and the line where there is one.
func eachLine(path string, do func(number int, line []byte) error) (err error) {
	file, err := os.Open(path)
	if err != nil {
		return err // names the path
	}
	defer file.Close()
	unpacked, err := unpack(file)
	if err != nil {
		return inFile(path, err)
	}
	scan := bufio.NewScanner(unpacked)
	scan.Buffer(nil, maxLine+3) // CR, LF, and one more, since a full buffer counts as too long
	number := 0
	for scan.Scan() {
		number++
		if len(scan.Bytes()) > maxLine {
			return tooLong(path, number)
		}
		if err := do(number, scan.Bytes()); err != nil {
			return fmt.Errorf("%s: line %d: %w", path, number, err)
		}
	}
	if err = scan.Err(); errors.Is(err, bufio.ErrTooLong) {
		return tooLong(path, number+1)
	}
	return inFile(path, err)
}

func tooLong(path string, number int) error {
	return fmt.Errorf("%s: line %d is longer than 1 MiB", path, number)
}

// unpack returns a reader of what is in r, unpacked where it begins as gzip does.
func unpack(r io.Reader) (io.Reader, error) {
	buffered := bufio.NewReader(r)
	magic, err := buffered.Peek(2)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if string(magic) != "\x1f\x8b" {
		return buffered, nil
	}
	return gzip.NewReader(buffered)
}

// inFile adds the path to err, once.
func inFile(path string, err error) error {
	if _, named := errors.AsType[*fs.PathError](err); named || err == nil {
		return err
	}
	return fmt.Errorf("%s: %w", path, err)
}
