package keys

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
)

// nodeStarts is how many starts the numbers of nodes have.
const nodeStarts = 1_000_000_000

// Nodes returns count distinct node ids of the shape server-00017, numbered from a start that seed picks: 0
// for seed 0. Two seeds share some of their N ids with a probability of about 2N/10^9.
func Nodes(count int, seed uint64) []string {
	var ids []string
	start := startIn(nodeStarts, seed)
	for i := range count {
		ids = append(ids, fmt.Sprintf("server-%05d", start+uint64(i)))
	}
	return ids
}

// NodesFromFile reads nodes from a file, id[,weight] a line, in its order; the weight is a positive number,
// 1 where it is missing. Empty lines and spaces around an id or a weight do not count. A file without nodes,
// an empty or repeated id and a bad weight are errors that name the path and the line.
func NodesFromFile(path string) (ids []string, weights []float64, err error) {
	lines := map[string]int{}
	err = eachLine(path, func(number int, line []byte) error {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			return nil
		}
		id, weight, err := parseNode(line)
		if err != nil {
			return err
		}
		if before, taken := lines[id]; taken {
			return fmt.Errorf("node id %q is on line %d already", id, before)
		}
		lines[id] = number
		ids, weights = append(ids, id), append(weights, weight)
		return nil
	})
	if err == nil && len(ids) == 0 {
		err = fmt.Errorf("%s: has no nodes", path)
	}
	if err != nil {
		return nil, nil, err
	}
	return ids, weights, nil
}

// parseNode returns the two parts of a line.
func parseNode(line []byte) (id string, weight float64, err error) {
	name, text, weighted := bytes.Cut(line, []byte{','})
	id, weight = string(bytes.TrimSpace(name)), 1
	if id == "" {
		return "", 0, errors.New("node id is empty")
	}
	if !weighted {
		return id, weight, nil
	}
	text = bytes.TrimSpace(text)
	weight, err = strconv.ParseFloat(string(text), 64)
	if err != nil || !(weight > 0) || math.IsInf(weight, 1) {
		return "", 0, fmt.Errorf("weight %q of node %q is not a positive number", text, id)
	}
	return id, weight, nil
}
