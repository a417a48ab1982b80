package consistent

import (
	"fmt"
	"slices"
	"strconv"
)

// Labels is the shape of the string whose hash is the place of a vnode.
type Labels string

const (
	LabelsSeparated  Labels = "separated"  // id 0x00 decimal(i): the default; no two (id, i) share a label
	LabelsColon      Labels = "id:i"       // the article's
	LabelsDash       Labels = "id-i"       // ketama's
	LabelsUnderscore Labels = "id_i"       // Envoy's and gRPC's
	LabelsPrefix     Labels = "i+id"       // groupcache's: decimal(i) directly before the id, so "1" + "1a" is "11" + "a"
	LabelsLetters    Labels = "id#letters" // id, '#' and i in letters, a … z, aa …
)

// AllLabels lists the label shapes, the default first.
func AllLabels() []Labels {
	return []Labels{LabelsSeparated, LabelsColon, LabelsDash, LabelsUnderscore, LabelsPrefix, LabelsLetters}
}

// Check returns an error that wraps ErrOptions where the shape is unknown; "" stands for the default.
func (l Labels) Check() error {
	if l == "" || slices.Contains(AllLabels(), l) {
		return nil
	}
	return fmt.Errorf("%w: unknown label shape %q: there are %v", ErrOptions, string(l), AllLabels())
}

// Append appends the label of vnode i of node id to dst.
func (l Labels) Append(dst []byte, id string, i int) []byte {
	switch l {
	case LabelsColon:
		return strconv.AppendInt(append(append(dst, id...), ':'), int64(i), 10)
	case LabelsDash:
		return strconv.AppendInt(append(append(dst, id...), '-'), int64(i), 10)
	case LabelsUnderscore:
		return strconv.AppendInt(append(append(dst, id...), '_'), int64(i), 10)
	case LabelsPrefix:
		return append(strconv.AppendInt(dst, int64(i), 10), id...)
	case LabelsLetters:
		return appendLetters(append(append(dst, id...), '#'), i)
	default:
		return strconv.AppendInt(append(append(dst, id...), 0), int64(i), 10)
	}
}

// appendLetters appends i in bijective base 26: 0 is a, 25 is z, 26 is aa.
func appendLetters(dst []byte, i int) []byte {
	var letters [16]byte
	at := len(letters)
	for n := i + 1; n > 0; n = (n - 1) / 26 {
		at--
		letters[at] = byte('a' + (n-1)%26)
	}
	return append(dst, letters[at:]...)
}
