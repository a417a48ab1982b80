package theory

import (
	"fmt"
	"math"
)

// SkewedCV is ShareCV for keys that are asked for unlike: effective is 1 over the sum of the squares of their shares of
// all requests, the number of keys, asked for alike, that scatter as much. It is exact whatever the shares are.
//
// Where nodes have the shares s_i of the hash space and key k is asked for with the share c_k, keys being placed
// independently, the mean of the sum of squared loads is Q + (1-Q) times the sum of s_i^2, with Q the sum of c_k^2. So
// cv^2 = CV^2 + (N-1-CV^2) Q, and the shares enter by Q alone. Errors are those of ShareCV, and effective below 1.
func SkewedCV(name string, nodes, vnodes int, effective float64) (float64, error) {
	if !(effective >= 1) || math.IsInf(effective, 1) {
		return 0, fmt.Errorf("theory: %s: %v effective keys is not 1 or more", name, effective)
	}
	space, err := ShareCV(name, nodes, vnodes, 0)
	if err != nil {
		return 0, err
	}
	return math.Sqrt(space*space + (float64(nodes-1)-space*space)/effective), nil
}

// CopiesCV returns the root mean square of the cv of the loads of nodes that each hold a key with the same chance, where
// every key has so many copies on distinct nodes: sqrt((N-R) / (R K)). A node's count is Binomial(K, R/N); which nodes
// go together does not matter. copies outside 1 … nodes and keys below 1 are errors.
func CopiesCV(nodes, copies int, keys uint64) (float64, error) {
	if copies < 1 || copies > nodes || keys < 1 {
		return 0, fmt.Errorf("theory: %d copies of %d keys on %d nodes: want 1 or more keys, and 1 to all nodes", copies, keys, nodes)
	}
	return math.Sqrt(float64(nodes-copies) / (float64(copies) * float64(keys))), nil
}

// WeightedLoadCV returns the root mean square, over nodes and rings, of the loads' distance from 1, each load divided by
// what the node's weight asks for, where node i has points[i] points. With q_i its share of the points over its share of
// the weights, the mean square of node i is (q_i - 1)^2 + q_i^2 v_i, v_i that of WeightedCV. keys = 0 stands for exact
// shares. Errors are those of WeightedCV, and weights that are not as many, positive and finite.
func WeightedLoadCV(points []int, weights []float64, keys uint64) (float64, error) {
	total, err := checkPoints(points)
	if err != nil {
		return 0, err
	}
	whole, err := checkWeights(weights, len(points))
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for i, v := range points {
		q := float64(v) / total / (weights[i] / whole)
		square := (total - float64(v)) / (float64(v) * (total + 1))
		if keys > 0 {
			square *= (total + float64(keys)) / float64(keys)
		}
		sum += (q-1)*(q-1) + q*q*square
	}
	return math.Sqrt(sum / float64(len(points))), nil
}

// WeightedKeysCV is WeightedLoadCV of a scheme that gives node i a key with the chance w_i/W exactly: the mean of
// (1-p_i)/(K p_i). keys below 1 are an error too.
func WeightedKeysCV(weights []float64, keys uint64) (float64, error) {
	whole, err := checkWeights(weights, len(weights))
	if err != nil {
		return 0, err
	}
	if keys < 1 {
		return 0, fmt.Errorf("theory: %d keys is not 1 or more", keys)
	}
	sum := 0.0
	for _, w := range weights {
		sum += (whole - w) / w
	}
	return math.Sqrt(sum / float64(len(weights)) / float64(keys)), nil
}

func checkWeights(weights []float64, nodes int) (whole float64, err error) {
	if len(weights) == 0 || len(weights) != nodes {
		return 0, fmt.Errorf("theory: %d weights of %d nodes", len(weights), nodes)
	}
	for i, w := range weights {
		if !(w > 0) || math.IsInf(w, 1) {
			return 0, fmt.Errorf("theory: weight %v of node number %d is not a positive number", w, i)
		}
		whole += w
	}
	return whole, nil
}
